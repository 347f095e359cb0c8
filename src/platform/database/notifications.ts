import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.js';

type OnNotify = (payload: string | undefined) => void;

/** LISTEN over one connection of its own, which comes back by itself. */
export interface Notifications {
  /** See `Database.listen`. */
  listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5000;

/** Connects on first use. */
export function createNotifications(deps: { url: string; log: Log }): Notifications {
  const listeners = new Map<string, Set<OnNotify>>();
  let connection: Promise<pg.Client> | undefined;
  let closed = false;

  const notify = (channel: string, payload: string | undefined): void => {
    for (const onNotify of listeners.get(channel) ?? []) onNotify(payload);
  };

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: deps.url,
      application_name: 'attest-listen',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('error', (error) => deps.log.warn({ err: error }, 'the connection for notifications broke'));
    client.on('notification', ({ channel, payload }) => notify(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of listeners.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => {
      if (!closed) connection = reconnect();
    });
    return client;
  };

  const reconnect = async (): Promise<pg.Client> => {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      try {
        const client = await connect();
        for (const channel of listeners.keys()) notify(channel, undefined);
        return client;
      } catch (error) {
        if (closed) throw error;
        deps.log.warn({ err: error }, 'notifications are out of reach; trying again');
        await sleep(delay, undefined, { ref: false });
      }
    }
  };

  const stopListening = async (channel: string, onNotify: OnNotify): Promise<void> => {
    const set = listeners.get(channel);
    set?.delete(onNotify);
    if (set?.size !== 0) return;
    listeners.delete(channel);
    const client = await connection;
    if (!closed) await client?.query(`unlisten ${client.escapeIdentifier(channel)}`);
  };

  return {
    async listen(channel, onNotify) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(onNotify));
      connection ??= connect().catch((error: unknown) => {
        connection = undefined;
        throw error;
      });
      const client = await connection;
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      return () => stopListening(channel, onNotify);
    },
    async close() {
      closed = true;
      await connection?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
