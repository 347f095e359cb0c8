import { assertProjectionsRun } from '../projections/checkpoints.js';
import type { Health, HealthCheck } from './contract/health.js';
import type { ApiServices } from './services.js';

/** A part that has not answered by then counts as failing. */
const PATIENCE_MS = 2000;

/** Asks every part that the service stands on whether it answers. */
export async function checkHealth(services: ApiServices): Promise<Health> {
  const { database, eventStore, blobs, engine } = services;
  const checks = Object.fromEntries(
    await Promise.all([
      check('database', database.kind, () => database.ping()),
      check('event_store', eventStore.kind, () => eventStore.ping()),
      check('blobs', blobs.kind, () => blobs.ping()),
      check('projections', undefined, () => assertProjectionsRun(database.knex)),
      check('document_engine', undefined, () => engine.describe()),
    ]),
  );
  const failing = Object.keys(checks).filter((part) => checks[part]?.status === 'error');
  if (failing.length === 0) return { status: 'ok', checks };
  return { status: 'error', checks, detail: `Not working: ${failing.join(', ')}` };
}

async function check(
  part: string,
  kind: string | undefined,
  ask: () => Promise<unknown>,
): Promise<[string, HealthCheck]> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<false>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, false)));
  const answers = ask().then(
    () => true,
    () => false,
  );
  const ok = await Promise.race([answers, patience]);
  clearTimeout(timer);
  return [part, { status: ok ? 'ok' : 'error', ...(kind !== undefined && { kind }) }];
}
