import { beforeAll, expect, test } from 'vitest';
import { renderInvoice } from '../../specimens/index.js';
import { changedByUpdate, paintedOver } from '../../specimens/tampered/index.js';
import { upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let client: Client;
let goal: string;

beforeAll(async () => {
  service = await sharedService();
  client = await service.withKey(service.tenant('acme'), ['read', 'write', 'admin']);
  const built = await client.post('/v1/agents/build', { name: 'Invoices', context_ids: ['invoice'], deploy: true });
  goal = (built.body['agent'] as { goal: string }).goal;
});

/** Uploads an invoice into a case and completes it. */
async function verify(bytes: Buffer) {
  const opened = await client.post('/v1/cases', { goal });
  const session_id = String(opened.body['session_id']);
  const uploaded = await upload(client, session_id, bytes, { filename: 'invoice.pdf' });
  const completed = await client.post(`/v1/cases/${session_id}/complete`);
  const { decision, reasons } = completed.body['result'] as { decision: string; reasons: object[] };
  return { uploaded, decision, reasons };
}

test.each([
  ['whose amount was changed by an update', changedByUpdate, 'pdf_text_changed'],
  ['whose amount was painted over', paintedOver, 'pdf_text_covered'],
])('an invoice %s ends in review, and the reason names the check', async (_, tamper, code) => {
  const { bytes } = await renderInvoice();
  const { uploaded, decision, reasons } = await verify(await tamper(bytes, { from: '740.00', to: '940.00' }));
  expect(decision).toBe('review');
  expect(reasons).toContainEqual(expect.objectContaining({ code, check: code, effect: 'review', document_type: 'invoice' })); // prettier-ignore
  expect(uploaded.body['checks']).toContainEqual(
    expect.objectContaining({ code, status: 'failed', weight: 'strong', page: 1, values: ['740.00', '940.00'] }),
  );
});

test('an invoice that nobody touched has no such reason', async () => {
  const { reasons } = await verify((await renderInvoice({ invoice_number: 'RE-2026-0418' })).bytes);
  expect(JSON.stringify(reasons)).not.toMatch(/pdf_text|font_differs|records_contra/);
});
