"""What Python is told is what the command line prints."""

import inspect
import json
import os
import pickle
import subprocess
import threading
import time
import unittest
from pathlib import Path

import collective_kitchen as kitchen
from collective_kitchen import _core

ROOT = Path(__file__).parents[2]
KITCHEN = os.environ.get("KITCHEN", str(ROOT / "target" / "debug" / "kitchen"))
FUNCTIONS = {name: getattr(kitchen, name) for name in ("collective", "train", "plan", "fabric", "infer")}


def printed(command, given, lang="en"):
    words = [KITCHEN, command, "--json", f"--lang={lang}"]
    for name, value in given.items():
        flag = "--" + name.replace("_", "-")
        for one in value if isinstance(value, list) else [value]:
            words.append(flag if one is True else f"{flag}={one}")
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    return done.stdout, [line for line in done.stderr.splitlines() if line]


class SameNumbers(unittest.TestCase):
    def check(self, command, **given):
        answer = FUNCTIONS[command](**given)
        text, said = printed(command, given)
        self.assertEqual(answer.to_dict(), json.loads(text), given)
        self.assertEqual(list(answer.said), said, given)
        again = pickle.loads(pickle.dumps(answer))
        self.assertEqual(again, answer)
        self.assertEqual(hash(again), hash(answer))

    def test_collective(self):
        self.check("collective", system="dgx-h100", bytes="1GiB")
        self.check("collective", system="dgx-h100", nodes=2, bytes=1 << 26, op="all-to-all", explain=True)
        self.check("collective", system="dgx-a100", bytes="1GiB", missing=["chip:0.3"], algorithm="fastest")
        self.check("collective", system="dgx-h100", op="barrier")
        self.check("collective", system=str(ROOT / "examples/systems/torus.toml"), bytes="64MiB")

    def test_train(self):
        self.check("train", model="llama3-8b", system="dgx-h100", zero=1, explain=True)
        self.check("train", model="mixtral-8x7b", system="dgx-h100", nodes=2, ep=8, zero=1, overlap=True)
        self.check("train", model="llama3-8b", system="dgx-h100", nodes=4, tp=8, network="packet", rule="spray", explain=True)
        self.check("train", model="llama3-70b", system="dgx-h100")

    def test_plan(self):
        self.check("plan", model="llama3-8b", system="dgx-h100", global_batch=64)
        self.check("plan", model="llama3-8b", system="dgx-h100", global_batch=64, tp=4, micro_batch=2)
        self.check("plan", model="gpt3-6.7b", system="dgx-a100", global_batch=32, top=2, simulate=4, invest=True)

    def test_fabric(self):
        self.check("fabric")
        self.check("fabric", flows="incast", bytes="1MiB", dcqcn="vendor", port=1)
        self.check("fabric", flows="incast-messages", bytes="64KiB", transport="selective", loss=0.1, lossy=True, seed=7)
        self.check("fabric", down=[32], rule="spray")

    def test_infer(self):
        self.check("infer", batch=16, explain=True)
        self.check("infer", model="llama3-70b", system="dgx-h100", tp=8, output=1, weight_bits=8.5)


class Refusals(unittest.TestCase):
    def check(self, command, lang, **given):
        with self.assertRaises(kitchen.Refused) as caught:
            FUNCTIONS[command](lang=lang, **given)
        text, said = printed(command, given, lang)
        self.assertEqual(text, "")
        self.assertEqual([str(caught.exception)], said)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((again.about, again.sentence), (caught.exception.about, caught.exception.sentence))

    def test_sentences_are_the_command_line_s(self):
        for lang in ("en", "ja"):
            self.check("train", lang, model="llama3-8b", system="dgx-h100", tp=3)
            self.check("collective", lang, system="no-such", bytes=1)
            self.check("collective", lang, system="dgx-h100", bytes="many")
            self.check("collective", lang, system="dgx-h100", nodes=1 << 30, bytes=1)
            self.check("fabric", lang, loss=99)
            self.check("infer", lang, gpu="h100", system="dgx-h100")
            self.check("plan", lang, model="gpt3-175b", system="dgx-h100", global_batch=8)

    def test_other_kinds_are_refused_in_words(self):
        for value in ("8", 1.5, -1, True, 1 << 40, [8], {"a": 1}):
            with self.assertRaises(kitchen.Refused):
                kitchen.train(model="llama3-8b", system="dgx-h100", tp=value)
        with self.assertRaises(ValueError):
            kitchen.infer(weight_bits=float("nan"))
        with self.assertRaises(ValueError):
            kitchen.infer(lang="fr")
        with self.assertRaises(TypeError):
            kitchen.infer(no_such_argument=1)


class Interface(unittest.TestCase):
    def test_every_flag_is_an_argument(self):
        for command, function in FUNCTIONS.items():
            own = {name.replace("_", "-") for name in inspect.signature(function).parameters} - {"lang"}
            self.assertEqual(own, set(_core.flags(command)), command)

    def test_other_threads_go_on(self):
        begun, counted, done = threading.Event(), [], threading.Event()

        def long():
            begun.set()
            kitchen.train(model="llama3-8b", system="dgx-h100", nodes=16, tp=8, network="packet", pairs=4)
            done.set()

        worker = threading.Thread(target=long)
        worker.start()
        begun.wait()
        while not done.is_set():
            counted.append(time.monotonic())
            time.sleep(0)
        worker.join()
        self.assertGreater(len(counted), 100)


class Pictures(unittest.TestCase):
    def test_a_picture_is_the_command_line_s(self):
        picture = kitchen.picture("data", at=0.25, lang="ja", theme="dark", layer="xray", size=(900, 600))
        words = "picture --chapter=data --at=0.25 --lang=ja --theme=dark --layer=xray --size=900x600"
        done = subprocess.run([KITCHEN, *words.split()], capture_output=True, text=True)
        self.assertEqual(picture._repr_svg_(), done.stdout)

    def test_settings_move_it(self):
        usual = kitchen.picture("pipeline")
        self.assertTrue(kitchen.picture("pipeline", settings={"stages": 2}).svg != usual.svg)
        self.assertTrue(kitchen.picture("pipeline", settings={"no-such": 2}).said)
        for wrong in ({"at": 2.0}, {"theme": "pink"}, {"size": (1, 1)}):
            with self.assertRaises(kitchen.Refused):
                kitchen.picture("pipeline", **wrong)


if __name__ == "__main__":
    unittest.main()
