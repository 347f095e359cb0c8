import net from 'node:net';
import tls from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** How long what was sent may go without anything that comes: longer than a group takes to find together, the one answer that the broker holds back. */
const SILENCE_MS = 20_000;
const LOOK_EVERY_MS = 1_000;
const KEEP_ALIVE_MS = 5_000;

/**
 * Connections to the broker that break when it is silent. The client gives up a request in time and keeps its connection, on
 * which the next one waits as well: behind a host that vanished without a word it would never get through again.
 */
export const kafkaSockets: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const socket = (ssl as tls.ConnectionOptions | undefined)
    ? tls.connect({ host, port, ...(net.isIP(host) === 0 && { servername: host }), ...ssl }, onConnect)
    : net.connect({ host, port }, onConnect);
  return breakWhenSilent(socket.setKeepAlive(true, KEEP_ALIVE_MS));
};

function breakWhenSilent(socket: net.Socket): net.Socket {
  let [read, answeredUpTo] = [0, 0];
  let openSince: number | undefined;
  const look = setInterval(() => {
    const { bytesRead, bytesWritten } = socket;
    if (bytesRead !== read) [read, answeredUpTo, openSince] = [bytesRead, bytesWritten, undefined];
    if (bytesWritten === answeredUpTo) return;
    openSince ??= performance.now();
    if (performance.now() - openSince < SILENCE_MS) return;
    const message = `The Kafka broker said nothing for ${SILENCE_MS / 1000} seconds`;
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  }, LOOK_EVERY_MS).unref();
  return socket.once('close', () => clearInterval(look));
}
