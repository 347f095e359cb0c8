import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterFolder } from '../../src/platform/database/embedded/cluster.js';
import { findServer } from '../../src/platform/database/embedded/serverProcess.js';
import { elasticsearchServerAt, type ElasticsearchServer } from '../support/elasticsearchServer.js';
import type { EventStoreServer } from '../support/eventStoreServer.js';
import { freePorts } from '../support/freePorts.js';
import { kafkaServerAt, type KafkaServer } from '../support/kafkaServer.js';
import { until } from '../support/until.js';
import type { Kill, Standstill } from './faults.js';
import type { Network, Wayfarer } from './network.js';

/** Each process has a way of its own to the database; the address of its beginning. */
export async function wayToDatabase(network: Network, from: Wayfarer, url: string): Promise<string> {
  const address = new URL(url);
  address.port = String(await network.lay(from, 'Postgres', Number(address.port)));
  return address.href;
}

/** Each process has a way of its own to the event store; the address of its beginning. */
export async function wayToEventStore(
  network: Network,
  from: Wayfarer,
  { url, port }: EventStoreServer,
): Promise<string> {
  return url.replace(`:${port}`, `:${await network.lay(from, 'EventStoreDB', port)}`);
}

/** Each process has a way of its own to the search index; the address of its beginning. */
export const wayToElasticsearch = async (network: Network, from: Wayfarer, port: number): Promise<string> =>
  `http://127.0.0.1:${await network.lay(from, 'Elasticsearch', port)}`;

/** A node of Elasticsearch that a stack has its indexes in. */
export interface IndexNode extends ElasticsearchServer {
  /** What the names of the stack's indexes begin with: a node that is given has others. */
  prefix: string;
  /** Ends it, unless it was given. */
  close(): Promise<void>;
}

/**
 * The node that `CHAOS_ELASTICSEARCH` gives as `PORT:FOLDER`, which is killed and started like any other, and is there again in the end; else one
 * of its own in this folder.
 */
export async function startElasticsearch(folder: string): Promise<IndexNode> {
  const prefix = `chaos_${randomBytes(6).toString('hex')}`;
  const [, givenPort, givenFolder] = /^(\d+):(.+)$/.exec(process.env['CHAOS_ELASTICSEARCH'] ?? '') ?? [];
  if (givenFolder !== undefined) {
    const given = elasticsearchServerAt(Number(givenPort), givenFolder);
    return { ...given, prefix, close: () => Promise.resolve() };
  }
  const server = elasticsearchServerAt(await freePorts(), folder);
  await server.start();
  return { ...server, prefix, close: server.kill };
}

/** A broker, and each process's way to it. */
export interface Kafka {
  server: KafkaServer;
  /** The port where the way of a process begins. */
  wayOf(name: string): number | undefined;
}

/** Each process comes in by a listener of its own, which sends it on to its own way. */
export async function startKafka(folder: string, network: Network, clients: readonly Wayfarer[]): Promise<Kafka> {
  const port = await freePorts(2 + clients.length);
  const ways = new Map<string, number>();
  for (const [index, from] of clients.entries())
    ways.set(from.name, await network.lay(from, 'Kafka', port + 2 + index));
  const server = kafkaServerAt(String(port), folder, [...ways.values()]);
  await server.start();
  return { server, wayOf: (name) => ways.get(name) };
}

/** Whoever holds the cluster starts its Postgres again at once. */
export async function breakDatabase(url: string, dataDir: string, signal: Kill['signal']): Promise<void> {
  const folder = await clusterFolder(dataDir);
  const server = folder && (await findServer(folder));
  if (!server) return; // still down from the fault before
  // Postgres takes SIGTERM as "when all clients have gone", and SIGINT as "now, in good order".
  process.kill(server.pid, signal === 'SIGKILL' ? 'SIGKILL' : 'SIGINT');
  await until(async () => ((await answers(url)) ? true : undefined), 180_000).catch(() => {
    throw new Error('Postgres was not there again three minutes after it was killed');
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Kills a broker or a node, and starts it again after a while. */
export async function killAndStart(server: KafkaServer | ElasticsearchServer, downMs: number): Promise<void> {
  await server.kill();
  await sleep(downMs);
  await server.start();
}

/** Ends the event store, and starts it again after a while. */
export async function breakEventStore(server: EventStoreServer, { signal, downMs }: Kill): Promise<void> {
  await server.kill(signal);
  await sleep(downMs);
  await server.start();
}

/** Lets the event store stand still for a while. */
export async function standStill(server: EventStoreServer, { stillMs }: Standstill): Promise<void> {
  server.stall();
  await sleep(stillMs);
  server.goOn();
}
