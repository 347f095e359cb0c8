import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { card, letter, MEMBERSHIP_AGENT, MEMBERSHIP_TYPES } from '../acceptance/support/cases.js';
import type { Answered, Ask } from './callers.js';
import { expectRead } from './expectRead.js';
import type { CaseNote, RunNote } from './ledger.js';
import type { CallerDeps, LoadDeps } from './load.js';

/** How long documents may stay unread, with all that breaks meanwhile: those of a killed process wait for the next sweep. */
const READ_MS = 300_000;

/** Makes the agent of a tenant's cases, and the document types that it asks for: they are read without recognition. */
export async function defineAgent(deps: LoadDeps, tenant_id: string): Promise<void> {
  const made = [
    ...MEMBERSHIP_TYPES.map((type) => ({ path: '/v1/document-types', body: { ...type, tenant_id } })),
    { path: '/v1/agents', body: { ...MEMBERSHIP_AGENT, tenant_id } },
  ];
  for (const { path, body } of made) {
    const { status } = await deps.callers.untilAnswered({ method: 'POST', path, as: deps.firstKey, body });
    if (status !== 201) deps.ledger.complaints.push(`${path} for the cases of ${tenant_id} was answered ${status}`);
  }
}

/** When a case is erased, where it is: as soon as its documents are there, or once all else has been asked for. */
const WHEN_ERASED = ['at once', 'in the end'] as const;

/** Opens a case, fills and completes it, decides it when it comes to review, and replays every second; some are erased. */
export async function verifyCustomer(deps: CallerDeps, { number, tenant }: RunNote): Promise<void> {
  const { random, ledger } = deps;
  const reference = random.chance(0.7) ? `customer-${number}` : null;
  const erased = random.chance(0.4) ? random.pick(WHEN_ERASED) : undefined;
  const one: CaseNote = { number, tenant, reference, uploads: [], decided: [], decisionAsked: false, erased: false };
  ledger.cases.push(one);
  const path = await openCase(deps, one);
  if (path === undefined) return;
  const customer: Customer = { deps, one, path };
  const name = random.pick(['Anna Maria Eriksson', 'Jonas Lindqvist', 'Marta Sikorova']);
  await Promise.all([
    upload(customer, 'club_card', await card(name)),
    upload(customer, 'club_letter', await letter(random.chance(0.4) ? name : 'Henrik Vestergaard')),
  ]);
  if (erased === 'at once') return erase(customer);
  await complete(customer);
  if ((await readStatus(customer)).status === 'review') await decide(customer);
  if (random.chance(0.5)) await replay(customer);
  if (erased === 'in the end') await erase(customer);
}

/** A case that its caller goes on with. */
export interface Customer {
  deps: CallerDeps;
  one: CaseNote;
  /** Of the case, in the API. */
  path: string;
}

/** The path of the case that was opened; where it has a reference, two ask for it at once. */
export async function openCase({ callers, as, ledger }: CallerDeps, one: CaseNote): Promise<string | undefined> {
  const { tenant, reference, number } = one;
  const body = {
    ...{ tenant_id: tenant, goal: MEMBERSHIP_AGENT.goal },
    ...(reference !== null && { client_reference_id: reference }),
  };
  const ask: Ask = { method: 'POST', path: '/v1/cases', as, body };
  const asks = [{ ...ask, idempotencyKey: `open-${tenant}-${number}` }, ...(reference === null ? [] : [ask])];
  const answers = await Promise.all(asks.map((each) => callers.untilAnswered(each)));
  const ids = new Set(answers.map((answer) => answer.body['session_id']));
  if (ids.size > 1) ledger.complaints.push(`case ${number} was opened ${ids.size} times for one reference`);
  const refused = answers.find(({ status }) => status !== 200 && status !== 201);
  if (refused) {
    ledger.complaints.push(`case ${number} was answered ${refused.status}: ${String(refused.body['detail'])}`);
    return undefined;
  }
  one.session_id = String(answers[0]?.body['session_id']);
  return `/v1/cases/${one.session_id}`;
}

/** Sends a file to a case, most often until it is answered. @param document_type what it is to be read as @param more distinguishes several of a type */
export async function upload(
  { deps, one, path }: Customer,
  document_type: string,
  bytes: Buffer,
  more = '',
): Promise<void> {
  const filename = `${one.tenant}-${one.number}-${document_type}${more}.pdf`;
  const note: CaseNote['uploads'][number] = {
    ...{ filename, document_type },
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  one.uploads.push(note);
  const ask: Ask = { method: 'POST', path: `${path}/documents`, as: deps.as, file: { bytes, filename } };
  const answered = deps.random.chance(0.8)
    ? await deps.callers.untilAnswered({ ...ask, idempotencyKey: filename })
    : await deps.callers.once(ask);
  if (!answered || answered.status >= 500) return; // nobody knows what became of it
  if (answered.status === 200) note.doc_id = String(answered.body['doc_id']);
  else complain({ deps, one }, 'an upload', answered);
}

async function complete(customer: Customer): Promise<void> {
  const { deps, one, path } = customer;
  for (let attempt = 1; ; attempt++) {
    await waitUntilRead(customer);
    const idempotencyKey = `complete-${one.number}-${attempt}`;
    const ask: Ask = { method: 'POST', path: `${path}/complete`, as: deps.as, idempotencyKey };
    const answered = await deps.callers.untilAnswered(ask);
    const { status, body } = answered;
    // An upload that was cut off can have come in after all.
    if (status === 409 && String(body['detail']).includes('still being read')) continue;
    if (status !== 200) return complain(customer, 'its completion', answered);
    one.completed = String(body['status']);
    await expectStatus(customer, 'completed', (read) => read === one.completed);
    return;
  }
}

/** Decides a case in review; of every third, two reviewers think otherwise at the same time. */
async function decide(customer: Customer): Promise<void> {
  const { deps, one, path } = customer;
  const both = ['approve', 'deny'] as const;
  const decisions = one.number % 3 === 0 ? both : [deps.random.pick(both)];
  one.decisionAsked = true;
  await Promise.all(
    decisions.map(async (decision) => {
      const answered = await deps.callers.untilAnswered({
        ...({ method: 'PATCH', path: `${path}/decision`, as: deps.as } as const),
        ...{ body: { decision, reason: 'Seen in person' }, idempotencyKey: `decide-${one.number}-${decision}` },
      });
      if (answered.status === 200) {
        one.decided.push(decision);
        await expectStatus(customer, 'decided', (read) => read !== 'review');
      } else if (answered.status !== 409 || decisions.length === 1) {
        complain(customer, 'its decision', answered);
      }
    }),
  );
}

async function replay(customer: Customer): Promise<void> {
  const { deps, one, path } = customer;
  const idempotencyKey = `replay-${one.number}`;
  const ask: Ask = { method: 'POST', path: `${path}/replay`, as: deps.as, idempotencyKey };
  const answered = await deps.callers.untilAnswered(ask);
  if (answered.status === 201) one.replay_id = String(answered.body['session_id']);
  else complain(customer, 'its replay', answered);
}

/** Erases a case, twice: it is answered the same, and shown without anything that was read from then on. */
async function erase(customer: Customer): Promise<void> {
  const { deps, one, path } = customer;
  const [first, second] = [await askToErase(customer), await askToErase(customer)];
  if (first.status !== 200) return complain(customer, 'its erasure', first);
  one.erased = true;
  if (!isDeepStrictEqual(second, first)) complain(customer, 'its erasure, asked for once more,', second);
  const isGone = ({ status, body }: Answered): boolean =>
    status === 200 &&
    body['erased_at'] === first.body['erased_at'] &&
    body['client_reference_id'] === null &&
    (body['documents'] as { filename: string }[]).every(({ filename }) => filename === '');
  await expectRead(deps, { path, what: `case ${one.number}, which was erased,`, is: isGone });
}

/** A reader that ends its documents at that moment is waited for, as its callers are told to. */
async function askToErase({ deps, path }: Customer): Promise<Answered> {
  const ask: Ask = { method: 'POST', path: `${path}/erase`, as: deps.as, body: { reason: 'person_asked' } };
  for (const deadline = Date.now() + READ_MS; ; await sleep(250)) {
    const answered = await deps.callers.untilAnswered(ask);
    const isInTheWay = answered.status === 409 && String(answered.body['detail']).includes('at the same time');
    if (!isInTheWay || Date.now() > deadline) return answered;
  }
}

/** A case that was said to be completed or decided is never shown as it was before. */
async function expectStatus(
  { deps, one, path }: Customer,
  done: string,
  is: (status: string) => boolean,
): Promise<void> {
  const isAsSaid = ({ status, body }: Answered): boolean => status === 200 && is(String(body['status']));
  await expectRead(deps, { path: `${path}/status`, what: `case ${one.number}, which was ${done},`, is: isAsSaid });
}

async function waitUntilRead(customer: Customer): Promise<void> {
  const deadline = Date.now() + READ_MS;
  while (Date.now() < deadline) {
    const { documents } = await readStatus(customer);
    if (documents.every(({ status }) => status === 'done' || status === 'failed')) return;
    await sleep(500);
  }
  throw new Error('documents were not read in five minutes');
}

async function readStatus({ deps, path }: Customer): Promise<{ status: string; documents: { status: string }[] }> {
  const ask: Ask = { method: 'GET', path: `${path}/status`, as: deps.as };
  const { status, body } = await deps.callers.untilAnswered(ask);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${String(body['detail'])}`);
  return body as { status: string; documents: { status: string }[] };
}

function complain(
  { deps, one }: Pick<Customer, 'deps' | 'one'>,
  what: string,
  { status, body }: { status: number; body: { [field: string]: unknown } },
): void {
  deps.ledger.complaints.push(`case ${one.number}: ${what} was answered ${status}: ${String(body['detail'])}`);
}
