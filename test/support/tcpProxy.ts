import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between a client and a server that a test can break. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks every open connection, in good order or with a reset; new ones are let through. */
  cut(how?: 'reset'): void;
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
  /** The server hears at last that nobody is at the other end of what vanished, as keep-alive would tell it. */
  bury(): void;
  /** Nothing goes through, on no connection, and new ones are taken and held, until `flow`: then all goes on where it was. */
  stall(): void;
  flow(): void;
  /** How many bytes the server has sent, over all connections. */
  sent(): number;
  close(): Promise<void>;
}

/** Forwards a free local port to `target`, which is asked for its port anew for each connection; without one, they break. */
export async function startTcpProxy(target: {
  host: string;
  port: number | (() => number | undefined);
}): Promise<TcpProxy> {
  const pairs = new Map<Socket, Socket>();
  /** Whose other end is not told anything, not even that they closed. */
  const silent = new Set<Socket>();
  /** The servers' ends of what vanished. */
  const vanished = new Set<Socket>();
  const tried = new Set<Socket>();
  let [away, stalled] = [false, false];
  let sent = 0;
  const server = createServer({ noDelay: true }, (client) => {
    if (away) return void tried.add(client.on('error', () => undefined));
    const port = typeof target.port === 'function' ? target.port() : target.port;
    if (port === undefined) return void client.destroy();
    const upstream = connect({ host: target.host, port, noDelay: true });
    pairs.set(client, upstream);
    upstream.on('close', () => (sent += upstream.bytesRead));
    if (!stalled) client.pipe(upstream).pipe(client);
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
  const cut = (how?: 'reset'): void => {
    const broken = [...pairs].flat();
    for (const socket of [...broken, ...silent, ...tried]) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    }
    for (const dead of [silent, tried]) dead.clear();
  };
  const holdBack = (): void =>
    pairs.forEach((upstream, client) => {
      client.unpipe(upstream);
      upstream.unpipe(client);
    });
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
      holdBack();
      pairs.forEach((upstream, client) => {
        silent.add(client).add(upstream);
        vanished.add(upstream);
      });
      pairs.clear();
    },
    bury() {
      vanished.forEach((upstream) => upstream.destroy());
      vanished.clear();
    },
    stall() {
      stalled = true;
      holdBack();
    },
    flow() {
      stalled = false;
      pairs.forEach((upstream, client) => client.pipe(upstream).pipe(client));
    },
    appear() {
      away = false;
      tried.forEach((socket) => socket.destroy());
      tried.clear();
    },
    sent: () => [...pairs.values()].reduce((bytes, upstream) => bytes + upstream.bytesRead, sent),
    close: () => (server.listening ? refuse() : Promise.resolve()),
  };
}

/** A way to a database that a test can break, and the address of the database by that way. */
export async function startDatabaseProxy(databaseUrl: string): Promise<{ network: TcpProxy; url: string }> {
  const url = new URL(databaseUrl);
  const network = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${network.port}`;
  return { network, url: url.href };
}
