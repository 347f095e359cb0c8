import { expect, it } from 'vitest';
import { SNIFFED_BYTES, sniffMimeType } from '../../../src/engines/documents/reading/sniff.js';
import type { Ask, Callers, HalfBody } from '../../chaos/callers.js';
import { beHostile, FILES } from '../../chaos/hostile.js';
import { emptyLedger } from '../../chaos/ledger.js';
import { createRandom } from '../../../specimens/random.js';

/** What was sent by callers who were hostile so often, to a service that takes everything. */
async function harmDone(times: number) {
  const [random, ledger] = [createRandom(1), emptyLedger()];
  const [asked, halves, opened]: [Ask[], HalfBody[], string[]] = [[], [], []];
  const untilAnswered: Callers['untilAnswered'] = (ask) => {
    asked.push(ask);
    const id = String(asked.length);
    if (ask.path !== '/v1/cases') return Promise.resolve({ status: 200, body: { execution_id: id, doc_id: id } });
    opened.push(`/v1/cases/${id}/documents`);
    return Promise.resolve({ status: 201, body: { session_id: id } });
  };
  const leaveHalf: Callers['leaveHalf'] = (half) => Promise.resolve(void halves.push(half));
  const callers: Callers = { once: untilAnswered, untilAnswered, leaveHalf };
  const deps = { callers, ledger, random, firstKey: 'key', tenantKeys: new Map<string, string>(), receiverUrl: '' };
  for (let number = 1; number <= times; number++) await beHostile(deps, number);
  return { ledger, asked, halves, opened };
}

it('half of a form goes to a case that is there, and is of a kind that is stored', async () => {
  const { halves, opened, ledger } = await harmDone(100);
  const forms = halves.filter(({ type }) => type.startsWith('multipart/form-data'));
  expect(forms.length).toBeGreaterThan(5);
  expect(opened).toEqual(expect.arrayContaining(forms.map(({ path }) => path)));
  for (const { bytes } of forms) {
    const [head = '', file = ''] = bytes.toString('latin1').split('\r\n\r\n');
    expect(head).toMatch(/^--b\r\nContent-Disposition: form-data; name="file"; filename="half-\d+\.pdf"$/);
    expect(await sniffMimeType(Buffer.from(file, 'latin1'))).toBe('application/pdf');
  }
  expect(forms.some(({ bytes }) => bytes.length > 2 * SNIFFED_BYTES)).toBe(true);
  expect(ledger.complaints).toEqual([]);
});

it('hostile files are run while their caller waits and later, and uploaded to cases, and are known to whoever judges', async () => {
  const { ledger, asked, opened } = await harmDone(100);
  const [waitedFor, later] = [true, false].map((sync) => ledger.runs.filter((run) => run.sync === sync));
  const uploads = asked.filter(({ file }) => file !== undefined);
  for (const some of [waitedFor, later, uploads]) expect(some?.length).toBeGreaterThan(5);
  expect(opened).toEqual(expect.arrayContaining(uploads.map(({ path }) => path)));
  expect(ledger.runs.every(({ execution_id, keyed }) => execution_id !== undefined && keyed)).toBe(true);
  expect(ledger.cases.flatMap((one) => one.uploads).map(({ filename }) => filename)).toEqual(
    uploads.map(({ file }) => file?.filename),
  );
});

it('every hostile file is taken for one of an accepted kind', async () => {
  for (const file of FILES) expect(await sniffMimeType(file)).toBeDefined();
});
