import { NOTE_TYPE } from '../chaos/document.js';
import { ask, type Errand } from './errand.js';

/** How long an answer to half of a body is waited for. */
const HALF_MS = 30_000;

/** Asks for something that is refused, or that fails with a reason. */
export async function beRefused(errand: Errand): Promise<void> {
  const { random, number, tenant: tenant_id } = errand;
  const unknown = `zk_${'0'.repeat(12)}_${'0'.repeat(32)}`;
  const refusals: (() => Promise<unknown>)[] = [
    () => ask(errand, { method: 'GET', path: `/v1/nothing/${number}` }, 404),
    () => ask(errand, { method: 'DELETE', path: '/v1/cases' }, 405),
    () => ask(errand, { method: 'GET', path: '/v1/cases', as: unknown }, 401),
    () => ask(errand, { method: 'POST', path: '/v1/pipeline/run', body: { tenant_id, context_id: 7 } }, 422),
    () => ask(errand, { method: 'POST', path: '/v1/pipeline/run', body: unreadable(tenant_id) }, 200),
    () => sendHalf(errand),
  ];
  await random.pick(refusals)();
}

async function sendHalf({ url, as, ledger }: Errand): Promise<void> {
  const response = await fetch(`${url}/v1/agents`, {
    ...{ method: 'POST', body: '{"name": "half', signal: AbortSignal.timeout(HALF_MS) },
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': as },
  });
  await response.arrayBuffer();
  if (response.status !== 400) ledger.complaints.push(`half a body was answered ${response.status}`);
}

/** What a document is called that is none. */
export const UNREADABLE = 'unreadable.pdf';

/** A run of it fails, with a reason. */
const unreadable = (tenant_id: string): object => ({
  ...{ tenant_id, context_id: NOTE_TYPE.context_id },
  input: {
    data: Buffer.from('%PDF-1.7 and nothing').toString('base64'),
    mime_type: 'application/pdf',
    filename: UNREADABLE,
  },
});
