import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProofCommands } from '../src/commands/audit/proofCommands.js';
import { EMPTY_FRONT, grow, leafBytes } from '../src/domain/audit/index.js';
import type { RecordedEvent } from '../src/platform/eventStore/eventStore.js';
import { createLogTree } from '../src/projections/audit/logTree.js';
import { createLeafOf, createNotary, treeHashing } from '../src/projections/audit/notary.js';
import { notarise } from '../src/workers/audit/notarise.js';
import type { Benchmark } from './figure.js';
import { perSecond } from './perSecond.js';
import { pipelineRun } from './pipelineRun.js';
import { openScratchService, type ScratchService } from './scratchService.js';

const RUNS = 4_000;
const PROOFS = 2_000;
const CALLERS = 8;

/** The tree over the log: how fast it takes events, against hashing them and nothing else, and how fast it proves them. */
export const benchProofs: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  await fillLog(service);
  const [tree, leafOf] = [createLogTree(service.database.knex), createLeafOf(service.keyedHash)];
  const events = await readAll(service);
  const bare = await timed(events.length, async () => {
    const hashes: Uint8Array[] = [];
    for (const event of events) hashes.push(treeHashing.leaf(leafBytes(await leafOf(event))));
    grow(EMPTY_FRONT, hashes, treeHashing);
  });
  const notary = createNotary({ ...service, tree, leafOf });
  const leave = new AbortController();
  const taken = await timed(events.length, async () => {
    const following = notarise({ ...service, tree, notary, gatherMs: 0 }, leave.signal);
    while ((await tree.progress()).size < events.length) await sleep(20);
    leave.abort();
    await following;
  });
  const proofs = createProofCommands(service);
  const { tree_size } = await proofs.treeHead();
  const any = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)]!;
  const inclusion = () => proofs.inclusion({ position: any(events).position, treeSize: tree_size }, () => true);
  const consistency = () => proofs.consistency(1 + Math.floor(Math.random() * tree_size), tree_size);
  const of = `of ${tree_size.toLocaleString('en')} events`;
  const baseline = {
    name: 'a leaf read by its key',
    value: await perSecond(PROOFS, CALLERS, () => tree.leafAt(any(events).position)),
  };
  return [
    { name: 'events that the notary takes', value: taken, unit: '/s', baseline: { name: 'hashing them', value: bare } },
    { name: `inclusion proofs ${of}`, value: await perSecond(PROOFS, CALLERS, inclusion), unit: '/s', baseline },
    { name: `consistency proofs ${of}`, value: await perSecond(PROOFS, CALLERS, consistency), unit: '/s', baseline },
    { name: 'the tree in Postgres', value: await bytesOfTree(service, tree_size), unit: 'bytes/event' },
  ];
};

async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1000) / (performance.now() - began);
}

async function readAll({ eventStore }: ScratchService): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of eventStore.subscribe({ batchSize: 2_000 })) {
    events.push(...batch.events);
    if (batch.live) break;
  }
  return events;
}

async function bytesOfTree({ database: { knex } }: ScratchService, events: number): Promise<number> {
  const { rows } = await knex.raw<{ rows: [{ bytes: string }] }>(
    `select pg_total_relation_size('log_tree_leaves') + pg_total_relation_size('log_tree_nodes') as bytes`,
  );
  return Number(rows[0].bytes) / events;
}

async function fillLog({ codec, eventStore }: ScratchService): Promise<void> {
  const runs = Array.from({ length: RUNS }, () => pipelineRun(randomUUID()));
  const common = { tenant_id: 'acme', actor: 'system', mode: 'live' as const, occurred_at: new Date().toISOString() };
  const work = async (): Promise<void> => {
    for (let run = runs.pop(); run; run = runs.pop()) {
      const metadata = { ...common, correlation_id: run.stream, causation_id: run.stream };
      await eventStore.append(run.stream, await codec.encode(run.stream, run.events, metadata), 'no_stream');
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
}
