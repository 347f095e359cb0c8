import { setTimeout as sleep } from 'node:timers/promises';
import { card, letter, MEMBERSHIP_AGENT } from '../acceptance/support/cases.js';
import type { Answered, Ask } from '../chaos/callers.js';
import { TENANTS, whoAsks } from '../chaos/tenants.js';
import { causesOf } from '../chaos/whyUnanswered.js';
import { ask, type Errand, type OtherLoadDeps } from './errand.js';
import { beRefused } from './refusals.js';

/** How many callers there are. */
const AT_ONCE = 4;
/** How long a run of an agent, and documents of a case, are waited for. */
const READ_MS = 120_000;

/**
 * What callers ask for besides what those of the chaos suite do, mixed by chance, half of it as the tenants themselves: runs of agents,
 * lists, messages, reports, erased cases, and requests that are refused.
 */
export async function runOtherLoad(deps: OtherLoadDeps): Promise<void> {
  for (const tenant of TENANTS) await defineTalker({ ...deps, tenant, number: 0, as: deps.firstKey });
  const errands = [runAgent, runAgentLater, lookAround, lookAround, converse, eraseCase, report, beRefused, beRefused];
  let number = 0;
  const caller = async (): Promise<void> => {
    while (deps.isWanted()) {
      const errand = deps.random.pick(errands);
      const one = { tenant: deps.random.pick(TENANTS), number: ++number };
      await errand({ ...deps, ...one, as: whoAsks(deps, one) }).catch((error: unknown) => {
        deps.ledger.complaints.push(`${errand.name}: ${causesOf(error)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

const filesOf = async (): Promise<object[]> =>
  (await Promise.all([card('Anna Maria Eriksson'), letter('Anna Maria Eriksson')])).map((bytes, index) => ({
    ...{ data: bytes.toString('base64'), mime_type: 'application/pdf', filename: `${index}.pdf` },
  }));

const agentRun = async (tenant_id: string, sync: boolean): Promise<Omit<Ask, 'as'>> => ({
  ...({ method: 'POST', path: '/v1/agent/run' } as const),
  body: { tenant_id, goal: MEMBERSHIP_AGENT.goal, documents: await filesOf(), sync },
});

async function runAgent(errand: Errand): Promise<void> {
  const { status, body } = await ask(errand, await agentRun(errand.tenant, true), 200);
  if (status === 200) hasEndedWell(errand, body);
}

async function runAgentLater(errand: Errand): Promise<void> {
  const { body } = await ask(errand, await agentRun(errand.tenant, false), 200, 202);
  const path = `/v1/pipeline/executions/${String(body['execution_id'])}`;
  for (const deadline = Date.now() + READ_MS; ; await sleep(200)) {
    const read = await ask(errand, { method: 'GET', path }, 200);
    if (read.body['status'] !== 'running') return hasEndedWell(errand, read.body);
    if (Date.now() > deadline) throw new Error(`${path} did not end in two minutes`);
  }
}

function hasEndedWell({ ledger }: Errand, { execution_id, status, error }: Answered['body']): void {
  if (status !== 'completed')
    ledger.complaints.push(`the run ${String(execution_id)} of an agent is ${String(status)}: ${String(error)}`);
}

/** Lists that a tenant may see, and those that ask for the scope to administrate. */
const LISTS = [
  ...['/v1/pipeline/executions?limit=50', '/v1/cases?limit=50', '/v1/document-types', '/v1/agents'],
  ...['/v1/webhooks/deliveries?limit=50', '/v1/cases?status=review&limit=20'],
];
const ADMIN_LISTS = ['/v1/admin/keys', '/v1/operations/parked'];

async function lookAround(errand: Errand): Promise<void> {
  const { random, tenant, firstKey } = errand;
  const isAdmin = random.chance(0.2);
  const path = random.pick(isAdmin ? ADMIN_LISTS : LISTS);
  const of = random.chance(0.7) ? `${path.includes('?') ? '&' : '?'}tenant_id=${tenant}` : '';
  await ask(errand, { method: 'GET', path: path + of, ...(isAdmin && { as: firstKey }) }, 200);
}

/** The agent of a tenant that takes messages, beside the one that callers of the chaos suite have made. */
async function defineTalker(errand: Errand): Promise<void> {
  const definition = { ...MEMBERSHIP_AGENT.definition, intelligence_level: 3 };
  const body = { ...MEMBERSHIP_AGENT, goal: TALKING, name: 'Talking', definition, tenant_id: errand.tenant };
  await ask(errand, { method: 'POST', path: '/v1/agents', body }, 201);
}

const TALKING = 'talking';

/** The path of a case with a document. */
async function openCase(errand: Errand, goal = MEMBERSHIP_AGENT.goal): Promise<string> {
  const asked = { tenant_id: errand.tenant, goal };
  const { body } = await ask(errand, { method: 'POST', path: '/v1/cases', body: asked }, 201);
  const path = `/v1/cases/${String(body['session_id'])}`;
  const file = { bytes: await card('Jonas Lindqvist'), filename: 'card.pdf' };
  await ask(errand, { method: 'POST', path: `${path}/documents`, file }, 200);
  return path;
}

async function converse(errand: Errand): Promise<void> {
  const path = await openCase(errand, TALKING);
  for (const message of ['What is the full name?', 'What is missing?'])
    await ask(errand, { method: 'POST', path: `${path}/message`, body: { message } }, 200);
  await ask(errand, { method: 'GET', path: `${path}/messages` }, 200);
}

async function eraseCase(errand: Errand): Promise<void> {
  const path = await openCase(errand);
  await complete(errand, path);
  await ask(errand, { method: 'GET', path: `${path}/report` }, 200);
  await ask(errand, { method: 'POST', path: `${path}/erase`, body: { reason: 'person_asked' } }, 200);
  await ask(errand, { method: 'GET', path: `${path}/messages` }, 200);
}

/** Completes a case whose documents may be under way still. */
async function complete(errand: Errand, path: string): Promise<void> {
  for (const deadline = Date.now() + READ_MS; Date.now() < deadline; await sleep(200)) {
    const { status } = await ask(errand, { method: 'POST', path: `${path}/complete` }, 200, 409);
    if (status === 200) return;
  }
  throw new Error(`${path} could not be completed in two minutes`);
}

async function report(errand: Errand): Promise<void> {
  const path = await openCase(errand);
  await ask(errand, { method: 'GET', path: `${path}/report` }, 422);
  await complete(errand, path);
  await ask(errand, { method: 'GET', path: `${path}/report` }, 200);
  const pdf = await fetch(`${errand.url}${path}/report?format=pdf`, {
    ...{ headers: { 'X-Api-Key': errand.as }, signal: AbortSignal.timeout(READ_MS) },
  });
  const begins = Buffer.from(await pdf.arrayBuffer()).subarray(0, 5);
  if (begins.toString() !== '%PDF-') errand.ledger.complaints.push(`a report was answered ${pdf.status} and is no PDF`);
}
