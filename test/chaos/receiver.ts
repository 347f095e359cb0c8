import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as it came in. */
export interface Received {
  id: string;
  body: string;
  headers: Record<string, string>;
  at: Date;
}

/** Someone who is told the outcome of runs. */
export interface Receiver {
  port: number;
  received: readonly Received[];
  has(id: string): boolean;
  close(): void;
}

/** Takes every webhook, but refuses the first attempt of one in eight of them. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const taken = new Set<string>();
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const id = headers['webhook-id'] ?? '';
      received.push({ id, headers, body: Buffer.concat(chunks).toString(), at: new Date() });
      const refuse = /^[01]/.test(id) && !refused.has(id);
      if (refuse) refused.add(id);
      else taken.add(id);
      response.writeHead(refuse ? 503 : 200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    has: (id) => taken.has(id),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
