"""A sweep is the same by whatever map."""

import unittest
from concurrent.futures import ProcessPoolExecutor

import collective_kitchen as kitchen

CASES = kitchen.grid(model="llama3-8b", system="dgx-h100", nodes=[1, 2], tp=[1, 2, 3, 8], zero=[0, 1])


class Maps(unittest.TestCase):
    serial = kitchen.sweep(kitchen.train, CASES)

    def check(self, swept):
        self.assertEqual(swept.rows(), self.serial.rows())
        answers = [one for one in self.serial if isinstance(one, kitchen.Answer)]
        self.assertEqual([one for one in swept if isinstance(one, kitchen.Answer)], answers)
        self.assertEqual(len(answers), 12)

    def test_serial_again(self):
        self.check(kitchen.sweep(kitchen.train, CASES))

    def test_processes(self):
        with ProcessPoolExecutor(2) as pool:
            self.check(kitchen.sweep(kitchen.train, CASES, map=pool.map))

    def test_dask(self):
        from distributed import Client, LocalCluster

        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                self.check(kitchen.sweep(kitchen.train, CASES, map=lambda one, all: client.gather(client.map(one, all))))


class Rows(unittest.TestCase):
    def test_what_is_refused_stands_in_its_place(self):
        rows = kitchen.sweep(kitchen.train, CASES).rows()
        self.assertEqual([row["tp"] for row in rows if row["refused"]], [3, 3, 3, 3])
        self.assertIn("--tp 4", rows[4]["refused"])
        self.assertIsNone(rows[4]["mfu"])

    def test_frames(self):
        swept = kitchen.sweep(kitchen.collective, kitchen.grid(system="dgx-h100", bytes=[1 << 20, 1 << 30]))
        expected = [one.busbw_GBps for one in swept]
        self.assertEqual(swept.to_pandas()["busbw_GBps"].tolist(), expected)
        self.assertEqual(swept.to_polars()["busbw_GBps"].to_list(), expected)
        # A column of pandas gives numbers of numpy.
        column = swept.to_pandas()["bytes"]
        again = kitchen.sweep(kitchen.collective, [{"system": "dgx-h100", "bytes": one} for one in column])
        self.assertEqual([one.busbw_GBps for one in again], expected)


if __name__ == "__main__":
    unittest.main()
