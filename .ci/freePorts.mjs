// freePorts.mjs N: prints the first of N free ports in a row on 127.0.0.1. Below those that systems give to whoever asks for any
// port, so that none is taken by a connection of somebody else before it is used.
import { createServer } from 'node:net';

const count = Number(process.argv[2] ?? 1);
const [LOWEST, HIGHEST] = [15_000, 32_000];

/** Holds the port until it is released; undefined when it is taken. */
const hold = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

for (;;) {
  const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST - count));
  const held = await Promise.all(Array.from({ length: count }, (_, index) => hold(first + index)));
  for (const server of held) server?.close();
  if (held.every(Boolean)) {
    console.log(first);
    break;
  }
}
