import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderBankStatement, renderPassport, renderUtilityBill } from '../specimens/index.js';
import { must, upload, type AttestClient, type Schemas, type Upload } from './attestClient.js';
import { showLink } from './capture.js';
import { formatTable } from './printTable.js';

/** A customer whose documents are sent into a case. */
interface Applicant {
  what: string;
  files: () => Promise<Upload[]>;
  /** What the analyst says where the case goes to review. */
  decision?: { decision: 'approve' | 'deny'; reason: string };
  /** Where the case must end. */
  ends: 'completed' | 'denied' | 'failed' | 'review';
}

const APPLICANTS: readonly Applicant[] = [
  {
    what: 'a customer whose three documents agree',
    files: () => Promise.all([renderPassport(), renderBankStatement(), renderUtilityBill()]),
    ends: 'completed',
  },
  {
    what: 'a customer whose bank statement is in another name',
    files: () =>
      Promise.all([renderPassport(), renderBankStatement({ account_holder: 'TOMAS HALVORSEN' }), renderUtilityBill()]),
    decision: { decision: 'approve', reason: 'Account of the husband; marriage certificate seen on 2 March.' },
    ends: 'completed',
  },
  {
    what: 'a customer whose passport was altered',
    files: () => Promise.all([renderPassport({ tampered: true }), renderBankStatement(), renderUtilityBill()]),
    decision: { decision: 'deny', reason: 'The machine-readable zone of the passport was altered.' },
    ends: 'denied',
  },
  {
    what: 'a customer whose utility bill is in another name; this one is left to you',
    files: () =>
      Promise.all([renderPassport(), renderBankStatement(), renderUtilityBill({ customer_name: 'Tomas Halvorsen' })]),
    ends: 'review',
  },
  {
    what: 'a customer who has sent nothing in the end',
    files: () => Promise.resolve([]),
    ends: 'failed',
  },
];

/**
 * Shows an agent for onboarding at work on five customers, with the report of each case that has ended; one is left in review, to be decided in the console.
 * @returns how many ended otherwise than they must
 */
export async function showCases(
  client: AttestClient,
  { url, folder, say }: { url: string; folder: string; say: (text?: string) => void },
): Promise<number> {
  const { id, goal } = await buildAgent(client);
  say(
    `\n■ Cases: the agent ${goal} wants a passport, a bank statement and a utility bill, with one name on all of them`,
  );
  await mkdir(folder, { recursive: true });
  let right = 0;
  for (const [index, applicant] of APPLICANTS.entries()) {
    say(`\n  ${index + 1}. ${applicant.what}`);
    const { session_id, status } = await verify(client, goal, applicant, say);
    if (status === applicant.ends) right++;
    const file = join(folder, `report-${index + 1}-${status}.pdf`);
    await writeFile(file, await report(client, session_id));
    say(`     ${status}; its report is ${file}`);
    if (status === 'review') say(`     decide it: ${url}/console/cases/${session_id} (sign in with the same key)`);
  }
  say(`\n${right} of ${APPLICANTS.length} cases ended as they must.`);
  await showLink(client, goal, { url, say });
  await must(client.DELETE('/v1/agents/{agent_id}', { params: { path: { agent_id: id } } }));
  say(
    `\nThe agent ${goal} is deleted again. The cases stay, and so do the runs above: look at them in the console, ${url}/console.`,
  );
  return APPLICANTS.length - right;
}

async function buildAgent(client: AttestClient): Promise<Schemas['AgentView']> {
  const body = {
    name: 'Demo onboarding',
    context_ids: ['passport', 'bank_statement', 'utility_bill'],
    cross_match_fields: ['full_name'],
    deploy: true,
  };
  const { agent } = await must(client.POST('/v1/agents/build', { body }));
  return agent;
}

async function report(client: AttestClient, session_id: string): Promise<Buffer> {
  const params = { path: { session_id }, query: { format: 'pdf' as const } };
  const asked = client.GET('/v1/cases/{session_id}/report', { params, parseAs: 'arrayBuffer' });
  return Buffer.from(await must(asked));
}

async function verify(
  client: AttestClient,
  goal: string,
  { files, decision }: Applicant,
  say: (text: string) => void,
): Promise<{ session_id: string; status: string }> {
  const { session_id } = await must(client.POST('/v1/cases', { body: { goal } }));
  const params = { path: { session_id } };
  for (const file of await files()) {
    const answer = await upload(client, session_id, file);
    const { document_type, confidence, status, progress } = answer;
    say(`     ${file.filename}: ${document_type} (${confidence}), ${status}; ${progress.percent} % collected`);
  }
  const completed = await must(client.POST('/v1/cases/{session_id}/complete', { params }));
  say(`     completed: ${completed.status}`);
  for (const { code, detail } of completed.result.reasons ?? []) say(`       ${code}: ${detail}`);
  const comparisons = comparisonTable(completed.result);
  if (comparisons) say(comparisons);
  if (completed.status !== 'review' || !decision) return { session_id, status: completed.status };
  const decided = await must(client.PATCH('/v1/cases/{session_id}/decision', { params, body: decision }));
  say(`     decided: ${decision.decision}, because: ${decision.reason}`);
  return { session_id, status: decided.status };
}

function comparisonTable({ cross_match }: Pick<Schemas['CaseResultView'], 'cross_match'>): string | undefined {
  const rows = Object.entries(cross_match?.fields ?? {}).flatMap(([field, { comparisons }]) =>
    comparisons.map(({ values, score, agreed }) => [field, ...values, score.toFixed(2), agreed ? 'agree' : 'differ']),
  );
  if (rows.length === 0) return undefined;
  const table = formatTable(['field', 'one says', 'another says', 'score', ''], rows, [16, 30, 30, 5, 6]);
  return `\n${table.replaceAll(/^/gm, '     ')}\n`;
}
