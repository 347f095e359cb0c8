import type { Answer, Client } from './client.js';
import { textPdf } from './textPdf.js';

/** A form with one file, as browsers send it. */
export async function form(
  file: { bytes: Buffer; filename?: string } | undefined,
  fields: Record<string, string> = {},
): Promise<{ raw: Buffer; headers: Record<string, string> }> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (file) data.append('file', new Blob([new Uint8Array(file.bytes)]), file.filename ?? 'page.pdf');
  const encoded = new Response(data);
  return {
    raw: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'Content-Type': encoded.headers.get('content-type') ?? '' },
  };
}

/** Uploads a document to a case. */
export async function upload(
  client: Client,
  session_id: unknown,
  bytes: Buffer,
  {
    filename = 'page.pdf',
    headers = {},
    ...fields
  }: { filename?: string; headers?: Record<string, string>; label?: string } = {},
): Promise<Answer> {
  const sent = await form({ bytes, filename }, fields);
  return client.send('POST', `/v1/cases/${String(session_id)}/documents`, {
    raw: sent.raw,
    headers: { ...sent.headers, ...headers },
  });
}

/** The document types of a club. Documents of them are quick to read. */
export const MEMBERSHIP_TYPES = (
  [
    ['club_card', 'Harbour Rowing Club membership card', 'membership_number'],
    ['club_letter', 'Harbour Rowing Club letter of welcome', 'letter_number'],
  ] as const
).map(([context_id, title, number]) => ({
  ...{ context_id, display_name: title, classify_hints: [title, number.replace('_', ' '), 'Harbour Rowing Club'] },
  output_schema: { full_name: 'string', [number]: 'string' },
  validation_rules: { full_name: { required: true }, [number]: { mask: true } },
}));

/** A deployed agent that asks for both, whose names must agree. */
export const MEMBERSHIP_AGENT = {
  ...{ goal: 'membership', name: 'Membership', deployed: true },
  definition: {
    doc_type_map: { club_card: 'club_card', club_letter: 'club_letter' },
    cross_match: { enabled: true, match_fields: ['full_name'], min_doc_types: 2 },
    // The same few files stand for many members.
    policy: { duplicate_document: 'ignore', duplicate_person: 'ignore' } as const,
  },
};

/** Makes these types, and the agent, with another goal or a definition that says more where that is given. */
export async function defineMembership(
  client: Client,
  goal = MEMBERSHIP_AGENT.goal,
  definition: object = {},
): Promise<Answer> {
  for (const type of MEMBERSHIP_TYPES) await client.post('/v1/document-types', type);
  return client.post('/v1/agents', {
    ...{ ...MEMBERSHIP_AGENT, goal },
    definition: { ...MEMBERSHIP_AGENT.definition, ...definition },
  });
}

/** The card of a member. */
export const card = (name: string): Promise<Buffer> =>
  textPdf('Harbour Rowing Club membership card', `Full name: ${name}`, 'Membership number: HRC-48213-77');

/** The letter to a member. */
export const letter = (name: string): Promise<Buffer> =>
  textPdf('Harbour Rowing Club letter of welcome', `Full name: ${name}`, 'Letter number: LTR-99120-31');

/** A completed case in review, as its documents name two people; its id. @throws Error where it cannot be completed */
export async function caseInReview(client: Client): Promise<string> {
  const id = String((await client.post('/v1/cases', { goal: MEMBERSHIP_AGENT.goal })).body['session_id']);
  await upload(client, id, await card('Anna Maria Eriksson'), { filename: 'card.pdf' });
  await upload(client, id, await letter('Robert Smith'), { filename: 'letter.pdf' });
  const { status, detail } = await client.post(`/v1/cases/${id}/complete`);
  if (status !== 200) throw new Error(`The case was not completed: ${status} ${String(detail)}`);
  return id;
}

/** What somebody sends along who comes with the link of a case. */
export async function linkHeaders(client: Client): Promise<Record<string, string>> {
  await defineMembership(client, 'linked');
  const id = String((await client.post('/v1/cases', { goal: 'linked' })).body['session_id']);
  return { 'X-Capture-Token': String((await client.post(`/v1/cases/${id}/links`, {})).body['token']) };
}
