import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CaseAgent } from '../src/domain/cases/index.js';
import { createRuleChecks } from '../src/engines/rules/ruleChecks.js';
import { validityByRules } from '../src/engines/rules/validityByRules.js';
import { createLog } from '../src/platform/log.js';
import { AGENT, caseEvents, FIELDS, GOAL } from './caseEvents.js';
import type { Benchmark } from './figure.js';
import { appendTo } from './grownLog.js';
import { perSecond } from './perSecond.js';
import { openScratchService, type ScratchService } from './scratchService.js';
import { startService } from './servers.js';

/** Each case has three documents. `BENCH_DOCUMENTS` for fewer, to see whether it runs. */
const DOCUMENTS = Number(env['BENCH_DOCUMENTS'] ?? 99_999);
const TENANT = 'bench';
const KEY = `zk_${'0'.repeat(12)}_${'0'.repeat(32)}`;
const WRITERS = 16;
/** The memory of a worker may grow by so much, in the share of what it had after a tenth of the documents. */
const FLAT = 1.3;

/** Rules that look at each field, none of which its value breaks. */
const RULES = Object.fromEntries(FIELDS.map((field) => [field, { required: true, regex: '[A-Z]+' }]));

/** A governance run over many documents, with one worker and with two, against the bare rules over the same values; and its memory. */
export const benchGovernance: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop, { MASTER_KEY: '7'.repeat(64) });
  const settings = { ...(service.settings as Record<string, string>), BOOTSTRAP_API_KEY: KEY, RATE_LIMIT: '1000000' };
  const api = await startService(workshop, { ...settings, ROLES: 'api,projector,relay' });
  const ask = asking(api.url);
  const agent = await agentOf(ask);
  await fill(service, agent);
  const { id } = await ask('POST', '/v1/governance', {
    name: 'Bench',
    context_id: 'passport',
    tenant_id: TENANT,
    enabled: false,
  });
  const begin = async (): Promise<string> =>
    String((await ask('POST', `/v1/governance/${String(id)}/trigger`))['run_id']);
  const first = await startService(workshop, { ...settings, ROLES: 'worker', ENGINE_PROCESSES: '1' });
  const one = await judged(ask, await begin(), first.pid);
  await startService(workshop, { ...settings, ROLES: 'worker', ENGINE_PROCESSES: '1' });
  const two = await judged(ask, await begin(), first.pid);
  const count = DOCUMENTS.toLocaleString('en');
  const name = `governance of ${count} documents`;
  return [
    {
      name: `${name}, one worker`,
      value: one.perSecond,
      unit: '/s',
      baseline: { name: 'the bare rules', value: await bareRules() },
    },
    {
      name: `${name}, two workers`,
      value: two.perSecond,
      unit: '/s',
      baseline: { name: 'one worker', value: one.perSecond },
    },
    {
      ...{ name: `memory of a worker at the end of ${count} documents`, value: one.last, unit: 'MiB' },
      baseline: { name: 'after a tenth', value: one.tenth },
      aim: { of: 'ratio', at: 'most', is: FLAT },
    },
  ];
};

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

const asking =
  (url: string): Ask =>
  async (method, path, body) => {
    const headers = { 'X-Api-Key': KEY, 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const said = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(said)}`);
    return said;
  };

/** An agent, and a type of the tenant whose rules look at each field. */
async function agentOf(ask: Ask): Promise<CaseAgent> {
  const output_schema = Object.fromEntries(FIELDS.map((field) => [field, 'string']));
  const type = { context_id: 'passport', display_name: 'Passport', tenant_id: TENANT, output_schema };
  await ask('POST', '/v1/document-types', { ...type, validation_rules: RULES });
  const made = await ask('POST', '/v1/agents', {
    ...{ tenant_id: TENANT, goal: GOAL, name: 'Bench', deployed: true },
    definition: { doc_type_map: { passport: 'passport' } },
  });
  return { ...AGENT, id: String(made['id']) };
}

/** Appends the events of the cases as the service would. */
async function fill(service: ScratchService, agent: CaseAgent): Promise<void> {
  await perSecond(Math.ceil(DOCUMENTS / 3), WRITERS, async () => {
    const session_id = randomUUID();
    const one = { session_id, tenant_id: TENANT, reference: session_id, at: new Date(), ended: true, agent };
    await appendTo(service, one, caseEvents(one));
  });
}

/** From the first document that was judged to the last, with the memory of a worker, in MiB, after a tenth and at the end. */
async function judged(ask: Ask, run_id: string, pid: number) {
  let [began, tenth] = [0, 0];
  for (;;) {
    const run = await ask('GET', `/v1/governance/runs/${run_id}`);
    const [done, failed] = [Number(run['total_docs']), Number(run['error_count'])];
    if (failed > 0) throw new Error(`${failed} documents could not be judged`);
    if (done === 0) began = performance.now();
    if (tenth === 0 && done >= DOCUMENTS / 10) tenth = memoryOf(pid);
    if (run['status'] !== 'running') {
      if (run['status'] !== 'completed' || done < DOCUMENTS)
        throw new Error(`It ended with ${done}: ${String(run['error'])}`);
      return { perSecond: (done * 1000) / (performance.now() - began), tenth, last: memoryOf(pid) };
    }
    await sleep(100);
  }
}

/** Resident memory of a process, in MiB. Linux tells; elsewhere it is not measured. */
function memoryOf(pid: number): number {
  const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1024;
}

/** Documents a second whose values are held to the same rules and nothing else, one after the other. */
async function bareRules(): Promise<number> {
  const rules = createRuleChecks({ log: createLog('error') });
  const extracted = Object.fromEntries(FIELDS.map((field) => [field, 'SPECIMEN']));
  const document = { document_type: 'passport', extracted, raw: extracted };
  const type = { tenant_id: TENANT, output_schema: {}, validation_rules: RULES };
  try {
    const hold = () => validityByRules(rules, document, { tenant_id: TENANT, type, today: '2026-03-02' });
    return await perSecond(Math.min(DOCUMENTS, 10_000), 1, hold);
  } finally {
    await rules.close();
  }
}
