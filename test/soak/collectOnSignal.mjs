// Loaded before everything else into a service that is measured: on SIGUSR2 it collects its garbage, so that what it holds can be
// told from what it has not thrown away yet. A young heap is otherwise not collected for minutes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  process.on('SIGUSR2', () => collect());
}
