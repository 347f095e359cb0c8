// freePorts.mjs N: prints the first of N free ports in a row on 127.0.0.1.
import { createServer } from 'node:net';

const count = Number(process.argv[2] ?? 1);

/** Holds the port until it is released; undefined when it is taken. */
const hold = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

for (;;) {
  const first = await hold(0);
  const { port } = first.address();
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => hold(port + 1 + index)));
  for (const server of [first, ...others]) server?.close();
  if (others.every(Boolean)) {
    console.log(port);
    break;
  }
}
