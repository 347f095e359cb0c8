import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between a client and a server that a test can break. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks every open connection; new ones are let through. */
  cut(): void;
  /** Breaks every open connection and refuses new ones until `allow`. */
  refuse(): Promise<void>;
  allow(): Promise<void>;
  /** Keeps back what the server says on connections that are open now, until they are cut. */
  holdAnswers(): void;
  /**
   * A host that lost its power: nothing goes through any more, and neither end hears that the other has gone. With
   * `newToo` it stays away until `appear`; else only what is open now is dead.
   */
  vanish(reach?: 'newToo'): void;
  /** New connections get through again; those that were tried meanwhile fail, and those of before stay dead. */
  appear(): void;
  close(): Promise<void>;
}

/** Forwards a free local port to `target`. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Map<Socket, Socket>();
  /** Whose other end is not told anything, not even that they closed. */
  const silent = new Set<Socket>();
  const tried = new Set<Socket>();
  let away = false;
  const server = createServer({ noDelay: true }, (client) => {
    if (away) return void tried.add(client.on('error', () => undefined));
    const upstream = connect({ ...target, noDelay: true });
    pairs.set(client, upstream);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => undefined); // it closes next
      one.on('close', () => {
        if (!silent.has(one)) other.destroy();
        pairs.delete(client);
      });
    }
  });
  const cut = (): void => {
    pairs.forEach((upstream, client) => [upstream, client].forEach((socket) => socket.destroy()));
    for (const dead of [silent, tried]) {
      dead.forEach((socket) => socket.destroy());
      dead.clear();
    }
  };
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const refuse = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };

  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut,
    refuse,
    allow: () => listen(port),
    holdAnswers: () => pairs.forEach((upstream, client) => upstream.unpipe(client)),
    vanish(reach) {
      away = reach === 'newToo';
      pairs.forEach((upstream, client) => {
        client.unpipe(upstream);
        upstream.unpipe(client);
        silent.add(client).add(upstream);
      });
      pairs.clear();
    },
    appear() {
      away = false;
      tried.forEach((socket) => socket.destroy());
      tried.clear();
    },
    close: () => (server.listening ? refuse() : Promise.resolve()),
  };
}
