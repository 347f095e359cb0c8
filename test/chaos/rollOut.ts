import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { checkpointKey } from '../../src/projections/core/checkpoints.js';
import { executionsProjection } from '../../src/projections/executions/executionsProjection.js';
import { allProjections } from '../../src/start/features.js';
import type { Upgrade } from './faults.js';
import type { Processes } from './processes.js';
import type { RoleProcess } from './roleProcess.js';

/** What is rolled out, and where. */
export interface RollOutDeps {
  processes: Processes;
  /** The database itself, past the network. */
  databaseUrl: string;
}

/** How long read models may take to be built anew. */
const BUILT_MS = 180_000;

/**
 * Rolls the next version out as a deployment does, and back: it starts beside the old one, builds its read models, and has the
 * field to itself for a while, with an API of the old version in front; then the old version starts again. Callers are
 * served by both versions all the time.
 * @throws Error when the next version's read models are not there in time, or lack what is new in them
 */
export async function rollOutAndBack(
  { processes, databaseUrl }: RollOutDeps,
  { nextApi, broken, aloneMs }: Upgrade,
): Promise<void> {
  const apis = processes.ofRole('api');
  const [projector] = processes.ofRole('projector');
  const [api, nextProjector] = [apis[nextApi % apis.length], processes.spare('projector')];
  nextProjector.version = 'next';
  nextProjector.start();
  await restartAs(api, 'next');
  if (broken) {
    await nextProjector.ready();
    await nextProjector.end('SIGKILL');
    nextProjector.start();
  }
  await nextIsBuilt(databaseUrl);
  await projector?.end('SIGTERM');
  await sleep(aloneMs);
  projector?.start();
  await restartAs(api, 'this');
  await nextProjector.end('SIGTERM');
}

async function restartAs(api: RoleProcess | undefined, version: RoleProcess['version']): Promise<void> {
  await api?.end('SIGTERM');
  if (api) api.version = version;
  api?.start();
  await api?.ready();
}

/** Resolves when every read model of the next version is where that of this one is, and its new column is filled. */
async function nextIsBuilt(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const deadline = performance.now() + BUILT_MS;
    for (;;) {
      const behind = await behindOwn(client);
      if (behind.length === 0) break;
      if (performance.now() > deadline)
        throw new Error(`read models of the next version were not there in time: ${behind.join(', ')}`);
      await sleep(100);
    }
    const executions = `executions_v${executionsProjection.version + 1}`;
    const { rows } = await client.query(`select execution_id from ${executions} where last_event is null`);
    if (rows.length > 0) throw new Error(`${rows.length} rows of the next version lack what is new in it`);
  } finally {
    await client.end();
  }
}

/** Names of the projections whose next version is behind this one. */
async function behindOwn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<CheckpointRow>('select name, version, position from projection_checkpoints');
  const at = new Map(rows.map((row) => [checkpointKey(row), BigInt(row.position ?? -1)]));
  const behind = allProjections.filter(({ name, version }) => {
    const next = at.get(checkpointKey({ name, version: version + 1 }));
    return next === undefined || next < (at.get(checkpointKey({ name, version })) ?? -1n);
  });
  return behind.map(({ name }) => name);
}

interface CheckpointRow {
  name: string;
  version: number;
  position: string | null;
}
