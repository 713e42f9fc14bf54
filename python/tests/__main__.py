"""All tests of the package: ``python -m tests`` in the folder above."""

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent

if __name__ == "__main__":
    suite = unittest.defaultTestLoader.discover(str(HERE), top_level_dir=str(HERE.parent))
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    failed, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    # As Rust's test runner counts.
    print(f"test result: {result.testsRun - failed - skipped} passed; {failed} failed; {skipped} ignored")
    sys.exit(not result.wasSuccessful())
