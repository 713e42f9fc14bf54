"""What the README, the examples and the types say is so."""

import doctest
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import collective_kitchen as kitchen

HERE = Path(__file__).parents[1]


class Papers(unittest.TestCase):
    def test_readme(self):
        result = doctest.testfile(str(HERE / "README.md"), module_relative=False, encoding="utf-8")
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 10)

    def printed(self, name):
        # In a folder of its own, into which it may write.
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, str(HERE / "examples" / name)]
            done = subprocess.run(words, capture_output=True, text=True, timeout=300, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def example(self, name):
        self.assertIn("24 steps; the best: {'nodes': 1, ", self.printed(name))

    def test_ask(self):
        # What the page for programmers says that it prints: each call's fields, as the command line tells them.
        lines = self.printed("ask.py").splitlines()
        self.assertEqual(len(lines), 3)
        meeting = kitchen.collective(system="dgx-h100", bytes="1GiB").to_dict()
        self.assertEqual(lines[0], f"{meeting['time_us']} {meeting['busbw_GBps']} {meeting['algorithm']}")

    def test_frames(self):
        table = self.printed("frames.py")
        self.assertEqual(len(table.splitlines()), 7, table)
        self.assertIn("--tp", table)

    def test_widget(self):
        self.assertEqual(self.printed("widget.py"), "")

    def test_processes(self):
        self.example("processes.py")

    def test_dask(self):
        self.example("dask_cluster.py")

    def test_types(self):
        words = ["-m", "mypy", "--strict", f"--cache-dir={os.devnull}", "-p", "collective_kitchen"]
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_ray_is_well_formed(self):
        text = (HERE / "examples" / "ray_cluster.py").read_text(encoding="utf-8")
        compile(text, "ray_cluster.py", "exec")


if __name__ == "__main__":
    unittest.main()
