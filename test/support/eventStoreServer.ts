import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient, START } from '@eventstore/db-client';
import { createEventStoreDb } from '../../src/platform/eventStore/eventStoreDb.js';
import { createLog } from '../../src/platform/log.js';
import { freePorts } from './freePorts.js';
import { until } from './until.js';

/** An EventStoreDB that a test may kill, stop and bring back. */
export interface EventStoreServer {
  port: number;
  /** Connection string. */
  url: string;
  /** Ends it with a signal; resolves when it is gone. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Has it stand still, with its connections open, until it goes on. */
  stall(): void;
  goOn(): void;
  /** Starts it again on what it had; resolves when it answers. */
  start(): Promise<void>;
  /** Everything that was written, as text. */
  text(): Promise<string>;
  /** Ends it, and deletes what it kept. */
  close(): Promise<void>;
}

/** How long a server may take until it answers. */
const READY_MS = 120_000;

/** The repository, from where commands are called. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const THE_DOUBLE = `"${process.execPath}" --import tsx test/support/eventStoreDbDouble/serverProcess.ts`;

/** Whether tests have a server of their own choice, and not the double. */
export const isGivenEventStore = process.env['TEST_EVENTSTORE'] !== undefined;

/**
 * Starts a server with an empty log in a process of its own, without users and TLS: the one that the command in
 * `TEST_EVENTSTORE` starts, else the double. The command is called in the repository's folder with a port of 127.0.0.1 and an
 * empty folder, or later with the same ones again, and ends with the server; its process group is killed and stopped.
 */
export async function startEventStoreServer(): Promise<EventStoreServer> {
  const folder = await mkdtemp(join(tmpdir(), 'attest-eventstore-'));
  const port = await freePorts();
  const url = `esdb://127.0.0.1:${port}?tls=false`;
  let running: ServerProcess | undefined;
  const server: EventStoreServer = {
    port,
    url,
    async kill(signal = 'SIGKILL') {
      await running?.end(signal);
    },
    stall: () => running?.signal('SIGSTOP'),
    goOn: () => running?.signal('SIGCONT'),
    async start() {
      running = run(process.env['TEST_EVENTSTORE'] ?? THE_DOUBLE, [String(port), folder]);
      await running.answers(url);
    },
    text: () => textOf(url),
    async close() {
      await server.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await server.start();
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** What was started, and all that it started. */
interface ServerProcess {
  signal(signal: NodeJS.Signals): void;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Resolves when the server answers. @throws Error with what it said, when it ended or is late */
  answers(url: string): Promise<void>;
}

function run(command: string, args: readonly string[]): ServerProcess {
  const child = spawn('sh', ['-c', `${command} "$@"`, 'sh', ...args], {
    ...{ cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && !isOver(child)) process.kill(-child.pid, name);
  };
  const killWithUs = (): void => signal('SIGKILL');
  process.once('exit', killWithUs);
  let isToEnd = false;
  const gone = once(child, 'close').finally(() => {
    process.off('exit', killWithUs);
    // Whoever uses it hears no more than that nobody is there.
    if (!isToEnd) process.stderr.write(`The event store ended by itself: ${Buffer.concat(said).toString()}\n`);
  });
  return {
    signal,
    async end(name) {
      isToEnd = true;
      signal(name);
      signal('SIGCONT'); // what stands still hears nothing
      await gone;
    },
    answers: (url) =>
      until(async () => {
        if (isOver(child)) throw new Error(`The event store ended: ${Buffer.concat(said).toString()}`);
        return (await isAnswering(url)) || undefined;
      }, READY_MS).then(() => undefined),
  };
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function isAnswering(url: string): Promise<boolean> {
  const store = createEventStoreDb({ url, log: createLog('fatal') });
  try {
    await store.ping();
    return true;
  } catch {
    return false;
  } finally {
    await store.close();
  }
}

async function textOf(url: string): Promise<string> {
  const client = EventStoreDBClient.connectionString(url);
  const lines: string[] = [];
  try {
    for await (const { event } of client.readAll({ fromPosition: START })) {
      if (event)
        lines.push([event.streamId, event.type, JSON.stringify(event.data), JSON.stringify(event.metadata)].join(' '));
    }
    return lines.join('\n');
  } finally {
    await client.dispose();
  }
}
