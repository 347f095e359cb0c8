import type { Answered, Callers } from './callers.js';
import { expectRead } from './expectRead.js';
import { defineAgent, verifyCustomer } from './caseCallers.js';
import { searchForFaces } from './faceCallers.js';
import { triggerRun } from './governanceCallers.js';
import { STRANGER, TENANTS, whoAsks, type Keys } from './tenants.js';
import { beHostile } from './hostile.js';
import { deliveryNote, NOTE_TYPE } from './document.js';
import type { KeyNote, Ledger, RunNote, TypeNote } from './ledger.js';
import type { Random } from '../../specimens/random.js';
import { accept } from './runCallers.js';
import { hasEnded, waitForEnd } from './waitForEnd.js';

/** What the load is made with. */
export interface LoadDeps extends Keys {
  callers: Callers;
  ledger: Ledger;
  random: Random;
  /** Where outcomes are to be sent. */
  receiverUrl: string;
  /** Whether every type is removed and every key revoked in the end, so that lists get no longer however long it takes; else some stay. */
  tidiesUp?: boolean;
  /** Whether a face is registered, and callers look for it. */
  looksForFaces?: boolean;
}

/** What one caller asks with. */
export interface CallerDeps extends LoadDeps {
  /** API key. */
  as: string;
}

/** Runs under way at the same time. */
const AT_ONCE = 16;
/** One in so many runs has its caller ask for a governance run too, where there are sets. */
const RUNS_PER_TRIGGER = 10;
/** And one in so many for a search for faces, where one is registered: what processors do for it lasts. */
const RUNS_PER_FACE_SEARCH = 20;

/** Makes the types and agents that callers ask for. */
export async function prepareLoad(deps: LoadDeps): Promise<void> {
  const all = [...TENANTS, STRANGER];
  await Promise.all(all.flatMap((tenant) => [defineNoteType(deps, tenant), defineAgent(deps, tenant)]));
}

/** Asks for runs as long as there are to be more, and in between verifies customers, has documents governed, looks for faces, makes and changes types, issues and revokes keys, and does harm. */
export async function runLoad(
  deps: LoadDeps,
  { isWanted, onRunEnded }: { isWanted: (number: number) => boolean; onRunEnded: () => void },
): Promise<void> {
  const { random, ledger } = deps;
  let number = 0;
  const caller = async (): Promise<void> => {
    while (isWanted(number + 1)) {
      const run = planRun(random, ++number);
      const [changesType, issuesKey, verifies] = [random.chance(0.1), random.chance(0.1), random.chance(0.15)];
      const isHostile = random.chance(0.2);
      try {
        if (isHostile) await beHostile(deps, run.number);
        const asking = { ...deps, as: whoAsks(deps, run) };
        await askForRun(asking, run);
        if (changesType) await changeType(asking, run);
        if (issuesKey) await issueAndRevoke(deps, run);
        if (verifies) await verifyCustomer(asking, run);
        if (run.number % RUNS_PER_TRIGGER === 5) await triggerRun(asking, run);
        if (deps.looksForFaces && run.number % RUNS_PER_FACE_SEARCH === 2) await searchForFaces(deps, run);
      } catch (error) {
        ledger.complaints.push(`run ${run.number}: ${error instanceof Error ? error.message : String(error)}`);
      }
      onRunEnded();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

function planRun(random: Random, number: number): RunNote {
  const sync = random.chance(0.15);
  return {
    number,
    tenant: random.pick(TENANTS),
    sync,
    webhook: !sync && random.chance(0.9),
    keyed: random.chance(0.6),
  };
}

async function defineNoteType({ callers, firstKey, ledger }: LoadDeps, tenant: string): Promise<void> {
  const body = { ...NOTE_TYPE, tenant_id: tenant };
  const { status } = await callers.untilAnswered({ method: 'POST', path: '/v1/document-types', as: firstKey, body });
  if (status !== 201) ledger.complaints.push(`the type of the runs of ${tenant} was answered ${status}`);
}

/** Where the numbers of runs begin that nobody waits for. */
const FLOOD_FROM = 900_000;

/** Asks for so many runs at once, waits until they are accepted, and not until they have ended. */
export async function flood(deps: LoadDeps, count: number): Promise<void> {
  const begun = deps.ledger.runs.filter(({ number }) => number >= FLOOD_FROM).length;
  const runs = Array.from({ length: count }, (_, index) => FLOOD_FROM + begun + index);
  const asks = runs.map(async (number) => {
    const tenant = TENANTS[number % TENANTS.length] ?? TENANTS[0];
    const run = { number, tenant, sync: false, webhook: false, keyed: true };
    return accept({ ...deps, as: whoAsks(deps, run) }, run, await deliveryNote(number));
  });
  await Promise.all(asks);
}

async function askForRun(deps: CallerDeps, run: RunNote): Promise<void> {
  const id = await accept(deps, run, await deliveryNote(run.number));
  if (id === undefined) return;
  const read = { path: `/v1/pipeline/executions/${id}`, what: `run ${run.number}` };
  if (!run.sync) return waitForEnd(deps, read);
  await expectRead(deps, { ...read, is: hasEnded });
}

/** Makes a type, renames it, and removes every third. */
async function changeType(deps: CallerDeps, { number, tenant }: RunNote): Promise<void> {
  const { callers, ledger, as } = deps;
  const context_id = `chaos_${number}`;
  const type: TypeNote = { context_id, tenant, names: new Set(['First']), there: 'maybe' };
  ledger.types.push(type);
  const body = { ...NOTE_TYPE, context_id, tenant_id: tenant, display_name: 'First' };
  const made = await callers.once({ method: 'POST', path: '/v1/document-types', as, body });
  if (made?.status !== 201) return;
  type.there = true;
  const path = `/v1/document-types/${context_id}?tenant_id=${tenant}`;
  const isAsSaid = ({ status, body: { display_name } }: Answered): boolean =>
    status === 200 && type.names.has(String(display_name));
  const expectAsSaid = () => expectRead(deps, { path, what: `type ${number}`, is: isAsSaid });
  await expectAsSaid();
  for (const name of ['Second', 'Third']) {
    type.names.add(name);
    const renamed = await callers.once({ method: 'PUT', path, as, body: { display_name: name } });
    if (renamed?.status === 200) type.names = new Set([name]);
    else if (renamed && renamed.status < 500) ledger.complaints.push(`a rename was answered ${renamed.status}`);
    await expectAsSaid();
  }
  if (number % 3 > 0 && !deps.tidiesUp) return;
  type.there = 'maybe';
  const removed = await callers.once({ method: 'DELETE', path, as });
  if (removed?.status !== 204) return;
  type.there = false;
  const isGone = ({ status }: Answered): boolean => status === 404;
  await expectRead(deps, { path, what: `type ${number}, which was removed,`, is: isGone });
}

/** Issues a key, uses it, and revokes every second. */
async function issueAndRevoke(deps: LoadDeps, { number, tenant }: RunNote): Promise<void> {
  const { callers, ledger, firstKey, tidiesUp } = deps;
  const body = { tenant_id: tenant, name: `Key ${number}`, scopes: ['read'] };
  const issued = await callers.once({ method: 'POST', path: '/v1/admin/keys', as: firstKey, body });
  if (issued?.status !== 201) return;
  const key: KeyNote = { id: String(issued.body['id']), raw_key: String(issued.body['raw_key']), revoked: false };
  ledger.keys.push(key);
  const expectAs = (expected: number) =>
    expectRead(
      { callers, ledger, as: key.raw_key },
      { path: '/v1/document-types', what: `key ${number}`, is: ({ status }) => status === expected },
    );
  await expectAs(200);
  if (number % 2 > 0 && !tidiesUp) return;
  key.revoked = 'maybe';
  const revoked = await callers.once({ method: 'DELETE', path: `/v1/admin/keys/${key.id}`, as: firstKey });
  if (revoked?.status !== 204) return;
  key.revoked = true;
  await expectAs(401);
}
