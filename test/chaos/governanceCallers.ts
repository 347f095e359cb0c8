import { card } from '../acceptance/support/cases.js';
import { openCase, upload } from './caseCallers.js';
import type { CaseNote, RunNote, SetNote, TriggerNote } from './ledger.js';
import type { CallerDeps, LoadDeps } from './load.js';
import { TENANTS, whoAsks } from './tenants.js';
import { waitForEnd } from './waitForEnd.js';

/** More than one chunk of a governance run holds, so that workers share it. */
const CARDS = 21;
/** The number of the case that they are in, which no run has. */
const CARDS_ARE_IN = 800_000;

/**
 * Has the documents of each tenant governed: those of one type every minute, those of another by hand alone, with an endpoint that is told
 * of the end of each run. One tenant has more of them from the beginning.
 */
export async function keepSets(deps: LoadDeps): Promise<void> {
  await Promise.all(
    TENANTS.map(async (tenant) => {
      const endpoint = { tenant_id: tenant, url: deps.receiverUrl, events: ['governance.completed'] };
      await make(deps, '/v1/webhooks/endpoints', endpoint);
      await keepSet(deps, { tenant, context_id: 'club_card', scheduled: true });
      await keepSet(deps, { tenant, context_id: 'club_letter', scheduled: false });
    }),
  );
  await handInCards(deps);
}

async function keepSet(deps: LoadDeps, set: Omit<SetNote, 'governance_id'>): Promise<void> {
  const { tenant, context_id, scheduled } = set;
  const body = { tenant_id: tenant, name: 'All of them', context_id, schedule: '* * * * *', enabled: scheduled };
  const made = await make(deps, '/v1/governance', body);
  if (made) deps.ledger.sets.push({ ...set, governance_id: made });
}

/** Makes something before anything breaks; its id. */
async function make(
  { callers, ledger, firstKey }: LoadDeps,
  path: string,
  body: { tenant_id: string },
): Promise<string | undefined> {
  const answered = await callers.untilAnswered({ method: 'POST', path, as: firstKey, body });
  if (answered.status === 201) return String(answered.body['id']);
  ledger.complaints.push(
    `${path} of ${body.tenant_id} was answered ${answered.status}: ${String(answered.body['detail'])}`,
  );
  return undefined;
}

async function handInCards(deps: LoadDeps): Promise<void> {
  const [tenant] = TENANTS;
  const one: CaseNote = {
    ...{ number: CARDS_ARE_IN, tenant, reference: null, uploads: [] },
    ...{ decided: [], decisionAsked: false, erased: false },
  };
  deps.ledger.cases.push(one);
  const asking = { ...deps, as: whoAsks(deps, one) };
  const path = await openCase(asking, one);
  if (path === undefined) return;
  const bytes = await card('Anna Maria Eriksson');
  for (let index = 0; index < CARDS; index++) {
    await upload({ deps: asking, one, path }, 'club_card', bytes, `-${index}`);
  }
}

/** Has a set run by hand, and waits until that has ended. */
export async function triggerRun(deps: CallerDeps, { number, tenant }: RunNote): Promise<void> {
  const { callers, ledger, as } = deps;
  const set = ledger.sets.find((one) => one.tenant === tenant && !one.scheduled);
  if (!set) return;
  const { governance_id } = set;
  const note: TriggerNote = { number, governance_id };
  ledger.triggers.push(note);
  const path = `/v1/governance/${governance_id}/trigger`;
  const answered = await callers.untilAnswered({ method: 'POST', path, as, idempotencyKey: `trigger-${number}` });
  if (answered.status !== 202) {
    ledger.complaints.push(`trigger ${number} was answered ${answered.status}: ${String(answered.body['detail'])}`);
    return;
  }
  note.run_id = String(answered.body['run_id']);
  await waitForEnd(deps, { path: `/v1/governance/runs/${note.run_id}`, what: `trigger ${number}` });
}

/** Lets no set run any more, once all else has ended: what is looked at then stands still. */
export async function leaveSets({
  callers,
  ledger,
  firstKey,
}: Pick<LoadDeps, 'callers' | 'ledger' | 'firstKey'>): Promise<void> {
  for (const { governance_id, scheduled } of ledger.sets) {
    if (!scheduled) continue;
    const ask = { method: 'PATCH', path: `/v1/governance/${governance_id}`, as: firstKey } as const;
    const { status } = await callers.untilAnswered({ ...ask, body: { enabled: false } });
    if (status !== 200) ledger.complaints.push(`to disable the set ${governance_id} was answered ${status}`);
  }
}
