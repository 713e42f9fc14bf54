"""The widget: drawn in Chromium and driven from both sides, and made in a notebook that is executed."""

import json
import os
import queue
import subprocess
import threading
import time
import unittest
from pathlib import Path

from comm.base_comm import BaseComm
import comm

from collective_kitchen.widget import Kitchen, serve

HERE = Path(__file__).parent
DIST = Path(os.environ.get("DIST", HERE.parents[1] / "dist"))
CHROMIUM = os.environ.get("CHROMIUM")
PATIENCE_S = 60


class Host:
    """A browser that hosts one widget, by the messages of its comm."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["node", str(HERE / "host.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.heard = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self.comm = None

    def _listen(self):
        for line in self.process.stdout:
            self.heard.put(json.loads(line))

    def say(self, **what):
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def hear(self, seconds):
        """Takes what the browser has said; gives what was read."""
        read = None
        end = time.monotonic() + seconds
        while read is None and time.monotonic() < end:
            try:
                said = self.heard.get(timeout=0.05)
            except queue.Empty:
                return None
            if "fault" in said:
                raise AssertionError(said["fault"])
            if "data" in said:
                self.comm.handle_msg({"content": {"data": said["data"]}, "buffers": []})
            read = said.get("read")
        return read

    def until(self, holds, what):
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"never: {what()}")
            self.hear(1)

    def reads(self, at, name, expected):
        """Waits until an attribute of the page in the frame is as expected."""
        end = time.monotonic() + PATIENCE_S
        while True:
            self.say(do="reads", at=at, name=name)
            found = None
            while found is None and time.monotonic() < end:
                found = self.hear(1)
            if expected(found):
                return found
            if time.monotonic() > end:
                raise AssertionError(f"never: {at} {name} is {found}")

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=PATIENCE_S)
        self.process.stdout.close()


class HostComm(BaseComm):
    """What the widget says goes to the browser."""

    host = None

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        # A widget's layout is a widget, too.
        if msg_type == "comm_open" and "_esm" in data["state"]:
            self.host.comm = self
            state = {name: value for name, value in data["state"].items() if not name.startswith("_")}
            self.host.say(do="open", state=state, esm=data["state"]["_esm"])
        elif msg_type == "comm_msg" and self.host.comm is self:
            self.host.say(do="comm", data=data)


@unittest.skipUnless(CHROMIUM and (DIST / "index.html").is_file(), "CHROMIUM and DIST name a browser and a built page")
class InABrowser(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        HostComm.host = self.host
        before = comm.create_comm
        comm.create_comm = HostComm
        self.addCleanup(lambda: setattr(comm, "create_comm", before))

    def until(self, stage, **expected):
        def now():
            return {name: getattr(stage, name) for name in expected}

        self.host.until(lambda: now() == expected, lambda: f"{expected}, but {now()}")

    def test_both_ways(self):
        stage = Kitchen(page=DIST, chapter="pipeline", lang="en")
        self.host.until(lambda: stage.caption, lambda: "a caption")
        # Python's hand moves the stage.
        stage.at = 0.5
        half = lambda end: lambda time: time != "" and abs(int(time) / end - 0.5) < 0.01
        end = int(self.host.reads("[data-stage]", "data-end", lambda end: end not in ("", "0")))
        self.host.reads("[data-stage]", "data-time", half(end))
        stage.lang = "ja"
        self.host.reads("html", "lang", lambda lang: lang == "ja")
        self.host.until(lambda: any(letter > "\u3040" for letter in stage.caption), lambda: stage.caption)
        stage.act = "turn"
        self.host.until(lambda: stage.params.get("pot") == "cut", lambda: stage.params)
        self.assertEqual(stage.act, "turn")
        before = self.host.reads("[data-stage]", "data-end", lambda end: end not in ("", "0"))
        stage.params = {"pot": "cut", "schedule": "1f1b", "batches": 4}
        # The stage tells it as its link has it.
        self.host.until(lambda: stage.params.get("batches") == "4", lambda: stage.params)
        self.host.reads("[data-stage]", "data-end", lambda end: end not in ("", "0", before))
        stage.chapter = "data"
        self.host.until(lambda: "pot" not in stage.params, lambda: stage.params)
        self.assertEqual(stage.chapter, "data")
        stage.play()
        self.host.until(lambda: stage.at > 0, lambda: stage.at)
        stage.pause()
        stage.chapter = "nowhere"
        self.until(stage, problem="chapter")

    def test_a_readers_hand(self):
        given = {"pot": "cut", "schedule": "1f1b", "batches": 8}
        stage = Kitchen(page=DIST, chapter="pipeline", act="turn", params=given, controls=True)
        self.host.until(lambda: stage.params.get("batches") == "8", lambda: stage.params)
        self.host.say(do="press", at="[data-testid=control-batches]", key="ArrowLeft")
        self.host.until(lambda: stage.params["batches"] != "8", lambda: stage.params)
        self.host.say(do="press", at="[data-testid=play]", key="Enter")
        self.host.until(lambda: stage.at > 0, lambda: stage.at)
        self.host.say(do="press", at="[data-testid=layer-xray]", key="Enter")
        self.until(stage, layer="xray")

    def test_a_moment_from_the_start(self):
        stage = Kitchen(page=DIST, chapter="pipeline", params={"stages": 2}, at=0.25, layer="xray", theme="dark")
        self.until(stage, layer="xray", chapter="pipeline")
        end = int(self.host.reads("[data-stage]", "data-end", lambda end: end not in ("", "0")))
        self.host.reads("[data-stage]", "data-time", lambda time: time != "" and abs(int(time) / end - 0.25) < 0.01)
        self.assertEqual(stage.params["stages"], "2")

    @unittest.skipUnless((DIST / "collective-kitchen.html").is_file(), "cargo xtask build --single-file makes it")
    def test_the_page_as_one_file(self):
        stage = Kitchen(page=DIST / "collective-kitchen.html", chapter="data", lang="ja")
        self.host.until(lambda: stage.caption, lambda: "a caption")
        stage.layer = "xray"
        self.until(stage, layer="xray", lang="ja")


class Made(unittest.TestCase):
    def test_a_page_is_needed(self):
        for wrong in ({}, {"src": "https://example.org/", "page": "."}):
            with self.assertRaises(ValueError):
                Kitchen(**wrong)
        with self.assertRaises(FileNotFoundError):
            serve("no-such-folder")
        with self.assertRaises(ValueError):
            serve(str(HERE))

    def test_a_notebook_runs(self):
        import nbclient
        import nbformat

        notebook = nbformat.read(HERE.parent / "examples" / "kitchen.ipynb", as_version=4)
        nbclient.NotebookClient(notebook, timeout=PATIENCE_S, kernel_name="python3").execute()
        kinds = [kind for cell in notebook.cells for out in cell.get("outputs", []) for kind in out.get("data", {})]
        self.assertIn("image/svg+xml", kinds)
        self.assertIn("application/vnd.jupyter.widget-view+json", kinds)


if __name__ == "__main__":
    unittest.main()
