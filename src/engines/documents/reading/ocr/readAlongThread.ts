import { parentPort, workerData } from 'node:worker_threads';
import { loadRecognizer } from '../../models/loadModels.js';
import { createLineReader } from './lineReader.js';
import type { ReadAlongAsked, ReadAlongOptions, ReadAlongSaid } from './readAlong.js';
import { readShared } from './recognizer.js';

/** The program of a thread that reads lines along with the one that started it, and ends with it. */
const { folder } = workerData as ReadAlongOptions;
const { manifest, recognizer, characters } = await loadRecognizer(folder);
const read = createLineReader(recognizer, characters, manifest.recognizer);
const say = (said: ReadAlongSaid): void => parentPort?.postMessage(said);

parentPort?.on('message', ({ id, lines }: ReadAlongAsked) => {
  // Nothing that fails here is lost: what was begun is read again by who asked.
  void readShared(read, lines)
    .catch(() => new Map())
    .then((done) => say({ id, read: done }));
});
say('ready');
