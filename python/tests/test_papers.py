"""What the README, the examples and the types say is so."""

import doctest
import os
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parents[1]


class Papers(unittest.TestCase):
    def test_readme(self):
        result = doctest.testfile(str(HERE / "README.md"), module_relative=False, encoding="utf-8")
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 10)

    def example(self, name):
        done = subprocess.run([sys.executable, str(HERE / "examples" / name)], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("24 steps; the best: {'nodes': 1, ", done.stdout)

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
