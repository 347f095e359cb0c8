"""Reads the files that it is given a line each, and says what was read of them and in how many milliseconds."""

import json
import logging
import sys
import time

from rapidocr import RapidOCR

logging.disable(logging.CRITICAL)
answers = sys.stdout
sys.stdout = sys.stderr
reader = RapidOCR()
for line in sys.stdin:
    with open(line.strip(), "rb") as file:
        picture = file.read()
    started = time.perf_counter()
    read = reader(picture)
    took = (time.perf_counter() - started) * 1000
    answers.write(json.dumps({"ms": took, "texts": list(read.txts or [])}) + "\n")
    answers.flush()
