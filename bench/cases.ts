import { randomUUID } from 'node:crypto';
import { renderInvoice, renderReceipt, type Specimen } from '../specimens/index.js';
import { bareEngine } from './bareEngine.js';
import { bareInsert } from './bareInsert.js';
import { type Caller, createCaller } from './caller.js';
import type { Benchmark, Figure } from './figure.js';
import { openInstallation } from './installation.js';
import { perSecond } from './perSecond.js';
import { startService } from './servers.js';

const CASES = 1_000;
/** Before that: what a process does for the first time is compiled meanwhile, and its first seconds are no measure of the hours behind them. */
const WARM_UP = 1_000;
const CALLERS = 8;
/** What is uploaded: a scan, where reading is all; and a page with a layer of text, where the way there shows. */
const LOADS = [
  { name: 'scanned receipts', documents: 6, render: renderReceipt },
  { name: 'invoices with a layer of text', documents: 20, render: renderInvoice },
] as const;
/** Documents that a case takes here; it takes 200 at most. */
const DOCUMENTS_PER_CASE = 50;
const TYPES = ['receipt', 'invoice'];

/** Cases opened over HTTP against inserts of one row, and documents uploaded to them against the engine alone. */
export const benchCases: Benchmark = async (workshop) => {
  const { database, key, env } = await openInstallation(workshop);
  const { url } = await startService(workshop, { ...env, ENGINE_PROCESSES: '1' });
  const api = createCaller(url, key);
  const definition = { doc_type_map: Object.fromEntries(TYPES.map((type) => [type, type])) };
  await api.post('/v1/agents', { goal: 'bench', name: 'Bench', deployed: true, definition });
  const open = async (): Promise<string> => {
    const opened = await api.post('/v1/cases', { goal: 'bench', client_reference_id: randomUUID() });
    return String(opened['session_id']);
  };
  const insert = await bareInsert(database);
  await perSecond(WARM_UP, CALLERS, open);
  await perSecond(WARM_UP, CALLERS, insert);
  const figures: Figure[] = [
    {
      ...{
        name: `cases opened over HTTP, ${CALLERS} callers`,
        value: await perSecond(CASES, CALLERS, open),
        unit: '/s',
      },
      baseline: { name: 'bare inserts', value: await perSecond(CASES, CALLERS, insert) },
      aim: { of: 'ratio', at: 'least', is: 0.1 },
    },
  ];
  for (const { name, documents, render } of LOADS) {
    const specimen = await render();
    const sessions = await Promise.all(Array.from({ length: Math.ceil(documents / DOCUMENTS_PER_CASE) }, open));
    let next = 0;
    const upload = (): Promise<unknown> => uploadTo(api, sessions[next++ % sessions.length]!, specimen);
    await upload();
    figures.push({
      ...{ name: `uploads to cases, ${name}`, value: await perSecond(documents, 2, upload), unit: '/s' },
      baseline: {
        name: 'the engine alone',
        value: await bareEngine(database, specimen.document_type, specimen.bytes, documents),
      },
    });
  }
  return figures;
};

/** @throws Error where it was not read as what it is */
async function uploadTo(api: Caller, session_id: string, specimen: Specimen): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(specimen.bytes)]), 'page');
  const { status, document_type } = await api.send(`/v1/cases/${session_id}/documents`, form);
  if (status !== 'done' || document_type !== specimen.document_type) throw new Error('An upload could not be read');
}
