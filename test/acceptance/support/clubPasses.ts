import { must, type Client, type Schemas } from './client.js';
import { upload } from './cases.js';
import { textPdf } from './textPdf.js';

/** The type of a pass that says all that a document and its holder are known again by; quick to read. */
const PASS = {
  ...{ context_id: 'club_pass', display_name: 'Harbour Rowing Club pass' },
  classify_hints: ['Harbour Rowing Club pass', 'Date of birth', 'Document number'],
  output_schema: {
    ...{ full_name: 'string', birth_date: 'date YYYY-MM-DD' },
    ...{ document_number: 'string', issuing_country: 'country' },
  },
};

/** What a pass says. */
export interface Pass {
  name?: string;
  born?: string;
  number?: string;
  country?: string;
  /** Makes it another file. */
  remark?: string;
}

/** A pass. */
export const pass = ({ name, born, number, country, remark }: Pass): Promise<Buffer> =>
  textPdf(
    'Harbour Rowing Club pass',
    `Full name: ${name ?? 'Anna Maria Eriksson'}`,
    `Date of birth: ${born ?? '1974-08-12'}`,
    `Document number: ${number ?? 'HRC4821377'}`,
    `Issuing country: ${country ?? 'Germany'}`,
    ...(remark === undefined ? [] : [`Remark: ${remark}`]),
  );

/** Makes the type, and deployed agents that ask for it, by goal with what their definitions say more. */
export async function definePasses(
  { api }: Client,
  goals: { [goal: string]: Schemas['AgentDefinitionBody'] } = { passes: {} },
): Promise<void> {
  await must(api.POST('/v1/document-types', { body: PASS }));
  for (const [goal, more] of Object.entries(goals)) {
    const definition = { doc_type_map: { club_pass: 'club_pass' }, ...more };
    await must(api.POST('/v1/agents', { body: { goal, name: goal, deployed: true, definition } }));
  }
}

/** What came of a case. */
export interface Verdict {
  session_id: string;
  doc_id: string;
  decision: Schemas['CaseResultView']['decision'];
  reasons: Schemas['CaseReasonView'][];
}

/** Opens a case with a file; it is not completed. */
export async function openWith(client: Client, file: Buffer, goal = 'passes') {
  const { session_id } = await must(client.api.POST('/v1/cases', { body: { goal } }));
  const doc_id = String((await upload(client, session_id, file)).body['doc_id']);
  return { session_id, doc_id };
}

/** Completes a case. */
export async function completed({ api }: Client, session_id: string): Promise<Omit<Verdict, 'doc_id'>> {
  const params = { path: { session_id } };
  const { decision, reasons = [] } = (await must(api.POST('/v1/cases/{session_id}/complete', { params }))).result;
  return { session_id, decision, reasons };
}

/** Opens a case with a file and completes it. */
export async function verify(client: Client, file: Buffer, goal = 'passes'): Promise<Verdict> {
  const opened = await openWith(client, file, goal);
  return { ...opened, ...(await completed(client, opened.session_id)) };
}
