import { escapeIdentifier } from 'pg';
import type { Log } from '../log.js';
import type { Wake } from '../eventStore/wake.js';
import { pauseAfterFailure } from '../reconnectPause.js';
import { holdConnection, type HeldConnection } from './heldConnection.js';

type OnNotify = (payload: string | undefined) => void;

/** LISTEN over one connection of its own. */
export interface Notifications {
  /** See `Database.listen`. */
  listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>>;
  /** Ends the connection; nothing is called back any more. */
  close(): Promise<void>;
}

/** What notifications take. */
export interface NotificationsDeps {
  /** Connection string of the database; never logged. */
  url: string;
  log: Log;
  /** Called whenever Postgres has answered somebody else. */
  answered: Wake;
}

/** Notifications over a connection that is opened on first use and comes back by itself. */
export function createNotifications({ url, log, answered }: NotificationsDeps): Notifications {
  const listeners = createListeners();
  const closing = new AbortController();
  let connection: Promise<HeldConnection> | undefined;

  const connect = async (): Promise<HeldConnection> => {
    const held = await holdConnection({
      ...{ url, name: 'attest-listen' },
      onNotification: ({ channel, payload }) => listeners.notify(channel, payload ?? ''),
    });
    await listenToAll(held, listeners.channels());
    const goOn = (): void => {
      if (closing.signal.aborted) return;
      log.warn('the connection for notifications broke');
      connection = reconnect();
      connection.catch(() => undefined); // only when it is closed; whoever listens by then hears of it
    };
    if (held.ended.aborted) throw new Error('The connection for notifications broke at once');
    held.ended.addEventListener('abort', goOn);
    return held;
  };

  const reconnect = async (): Promise<HeldConnection> => {
    for (let failures = 0; ; failures++) {
      try {
        const held = await connect();
        for (const channel of listeners.channels()) listeners.notify(channel, undefined);
        return held;
      } catch (error) {
        if (closing.signal.aborted) throw error;
        log.warn({ err: error }, 'notifications are out of reach; trying again');
        await pauseAfterFailure(failures, { answered, signal: closing.signal });
        closing.signal.throwIfAborted();
      }
    }
  };

  const stopListening = async (channel: string, onNotify: OnNotify): Promise<void> => {
    if (listeners.remove(channel, onNotify) > 0) return;
    const held = await connection;
    if (held && !closing.signal.aborted) await held.query(`unlisten ${escapeIdentifier(channel)}`);
  };

  return {
    async listen(channel, onNotify) {
      listeners.add(channel, onNotify);
      connection ??= connect().catch((error: unknown) => {
        connection = undefined;
        throw error;
      });
      try {
        await (await connection).query(`listen ${escapeIdentifier(channel)}`);
      } catch (error) {
        listeners.remove(channel, onNotify); // whoever was told that it does not listen must not be called
        throw error;
      }
      return () => stopListening(channel, onNotify);
    },
    async close() {
      closing.abort();
      await connection?.then((held) => held.close()).catch(() => undefined);
    },
  };
}

/** Has a connection hear what is said on channels; closes it where it cannot. */
async function listenToAll(held: HeldConnection, channels: readonly string[]): Promise<void> {
  try {
    for (const channel of channels) await held.query(`listen ${escapeIdentifier(channel)}`);
  } catch (error) {
    await held.close();
    throw error;
  }
}

/** Who listens to what. */
function createListeners() {
  const byChannel = new Map<string, Set<OnNotify>>();
  return {
    channels: (): string[] => [...byChannel.keys()],

    add(channel: string, onNotify: OnNotify): void {
      byChannel.set(channel, (byChannel.get(channel) ?? new Set()).add(onNotify));
    },

    /** How many others still listen to the channel. */
    remove(channel: string, onNotify: OnNotify): number {
      const others = byChannel.get(channel);
      others?.delete(onNotify);
      if (others?.size === 0) byChannel.delete(channel);
      return others?.size ?? 0;
    },

    notify(channel: string, payload: string | undefined): void {
      for (const onNotify of byChannel.get(channel) ?? []) onNotify(payload);
    },
  };
}
