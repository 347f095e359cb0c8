import { openCase, upload, type Customer } from './caseCallers.js';
import type { CaseNote } from './ledger.js';
import type { CallerDeps, LoadDeps } from './load.js';
import { accept } from './runCallers.js';
import { STRANGER } from './tenants.js';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const sized = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(25);
  header.write('IHDR', 4);
  [13, width, height].forEach((value, index) => header.writeUInt32BE(value, index === 0 ? 0 : 4 + 4 * index));
  header.set([8, 6], 16);
  return Buffer.concat([PNG, header]);
};

/** Files that are of an accepted kind by their beginning, and then of none: all are taken in, and nobody can read them. */
export const FILES: readonly Buffer[] = [
  Buffer.concat([PNG, Buffer.alloc(100_000, 0xff)]),
  sized(60_000, 60_000),
  Buffer.from(`%PDF-1.7\n${'1 0 obj<</Kids[1 0 R]>>endobj\n'.repeat(2_000)}trailer<</Root 1 0 R>>`),
  Buffer.from(`%PDF-1.4\n${'<<'.repeat(20_000)}`),
  Buffer.concat([Buffer.from('49492a0008000000ffff', 'hex'), Buffer.alloc(50_000, 8)]),
];

/** One thing that does harm. */
type Harm = (deps: CallerDeps, number: number) => Promise<unknown>;

/** Does one of the things that nobody should: sends half of a body or of a form, or a file that harms whoever reads it, to any path that takes one. */
export async function beHostile(deps: LoadDeps, number: number): Promise<void> {
  await deps.random.pick(HARMS)({ ...deps, as: deps.firstKey }, number);
}

const leaveHalfBody: Harm = ({ callers, random, as }) => {
  const bytes = Buffer.alloc(random.whole(1, 300_000), ' ');
  return callers.leaveHalf({ path: '/v1/pipeline/run', as, type: 'application/json', bytes });
};

/** The case is there, and what comes is a file by its beginning: it is on its way to the store when its sender hangs up. */
const leaveHalfForm: Harm = async (deps, number) => {
  const { callers, random, as } = deps;
  const victim = await openVictim(deps, number);
  if (!victim) return;
  const part = [`--b`, `Content-Disposition: form-data; name="file"; filename="half-${number}.pdf"`, '', '%PDF-1.7 '];
  const bytes = Buffer.concat([Buffer.from(part.join('\r\n')), Buffer.alloc(random.whole(1, 300_000), ' ')]);
  await callers.leaveHalf({ path: `${victim.path}/documents`, as, type: 'multipart/form-data; boundary=b', bytes });
};

/** What comes of it is among the runs of the load: it is there, once, and failed. */
const runHostile =
  (sync: boolean): Harm =>
  (deps, number) => {
    const run = { number, tenant: STRANGER, sync, webhook: false, keyed: true };
    return accept(deps, run, deps.random.pick(FILES).toString('base64'));
  };

/** What comes of it is among the cases of the load: it is there, once, and failed, as it is of no type that there is. */
const uploadHostile: Harm = async (deps, number) => {
  const victim = await openVictim(deps, number);
  if (victim) await upload(victim, 'hostile', deps.random.pick(FILES));
};

/** A case of its own for whatever is sent to it. */
async function openVictim(deps: CallerDeps, number: number): Promise<Customer | undefined> {
  const one: CaseNote = {
    ...{ number, tenant: STRANGER, reference: null, uploads: [] },
    ...{ decided: [], decisionAsked: false, erased: false },
  };
  deps.ledger.cases.push(one);
  const path = await openCase(deps, one);
  return path === undefined ? undefined : { deps, one, path };
}

const HARMS: readonly Harm[] = [leaveHalfBody, leaveHalfForm, runHostile(true), runHostile(false), uploadHostile];
