import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.js';

type OnNotify = (payload: string | undefined) => void;

const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 5000;

/** LISTEN over one connection of its own, which is opened on first use and comes back by itself. */
export class Notifications {
  readonly #listeners = new Map<string, Set<OnNotify>>();
  #connection: Promise<pg.Client> | undefined;
  #said: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(
    private readonly url: string,
    private readonly log: Log,
  ) {}

  /** See `Database.listen`. */
  async listen(channel: string, onNotify: OnNotify): Promise<() => Promise<void>> {
    this.#listeners.set(channel, (this.#listeners.get(channel) ?? new Set()).add(onNotify));
    this.#connection ??= this.#connect().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    await this.#say(await this.#connection, 'listen', channel);
    return () => this.#stopListening(channel, onNotify);
  }

  /** Ends the connection; nothing is called back any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connection?.then((client) => client.end()).catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'attest-listen',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('error', (error) => {
      if (!this.#closing.signal.aborted) this.log.warn({ err: error }, 'the connection for notifications broke');
    });
    client.on('notification', ({ channel, payload }) => this.#notify(channel, payload ?? ''));
    try {
      await client.connect();
      for (const channel of this.#listeners.keys()) await this.#say(client, 'listen', channel);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => {
      if (!this.#closing.signal.aborted) this.#connection = this.#reconnect();
    });
    return client;
  }

  async #reconnect(): Promise<pg.Client> {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      try {
        const client = await this.#connect();
        for (const channel of this.#listeners.keys()) this.#notify(channel, undefined);
        return client;
      } catch (error) {
        if (this.#closing.signal.aborted) throw error;
        this.log.warn({ err: error }, 'notifications are out of reach; trying again');
        await sleep(delay, undefined, { signal: this.#closing.signal });
      }
    }
  }

  async #stopListening(channel: string, onNotify: OnNotify): Promise<void> {
    const listeners = this.#listeners.get(channel);
    listeners?.delete(onNotify);
    if (listeners?.size !== 0) return;
    this.#listeners.delete(channel);
    const client = await this.#connection;
    if (client && !this.#closing.signal.aborted) await this.#say(client, 'unlisten', channel);
  }

  /** One statement after the other: a connection takes no second one while it is at work. */
  #say(client: pg.Client, statement: 'listen' | 'unlisten', channel: string): Promise<unknown> {
    const said = this.#said
      .catch(() => undefined)
      .then(() => client.query(`${statement} ${client.escapeIdentifier(channel)}`));
    this.#said = said;
    return said;
  }

  #notify(channel: string, payload: string | undefined): void {
    for (const onNotify of this.#listeners.get(channel) ?? []) onNotify(payload);
  }
}
