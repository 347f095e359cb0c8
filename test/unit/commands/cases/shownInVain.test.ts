import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaseDocumentReader } from '../../../../src/commands/cases/caseDocumentReader.js';
import { caseIn, createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { readDefinition } from '../../../../src/domain/agents/index.js';
import { caseStream } from '../../../../src/domain/cases/index.js';
import { type DocumentJob, type EngineOutcome, NotNow } from '../../../../src/engines/documents/documentEngine.js';
import { opening, stored } from '../../../support/caseStory.js';
import { type Core, openCore } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { SHOWN, shownInVain, toldIn } from '../../../support/shownInVain.js';

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

/** A case with a document that is to be read, and its reader, whose engine answers so, one after the other. */
async function caseToRead(outcomes: EngineOutcome[], documents = 1) {
  const session_id = randomUUID();
  const cases = createCaseHandler(core.handler);
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  await cases.handle(anyone, session_id, {
    ...{ type: 'open', opening: { ...opening, session_id }, at: clock().toISOString() },
  });
  const received = Array.from({ length: documents }, () => stored(randomUUID()));
  for (const document of received) {
    await cases.handle(anyone, session_id, { type: 'receive_document', document, at: clock().toISOString() });
  }
  const waited: DocumentJob['waited_ms'][] = [];
  const reader = createCaseDocumentReader({
    ...{ cases, clock, log: core.log, definitions: () => Promise.resolve(readDefinition({})) },
    documentTypes: { list: () => Promise.resolve([]), resolveAll: () => Promise.resolve(new Map()) } as never,
    engine: { process: ({ waited_ms }) => (waited.push(waited_ms), Promise.resolve(outcomes.shift()!)) },
    blobs: { read: () => Promise.resolve(Buffer.from('page')) },
    exclusive: {
      hold: async (_name, work) => ({ value: await work({ signal: new AbortController().signal, fence: 1n }) }),
    },
    seenBefore: { note: () => Promise.resolve() },
  });
  const pass = (ms: number): void => void (ahead += ms);
  const theCase = async () => caseIn((await cases.load(session_id)).state);
  return { session_id, doc_id: received[0]!.doc_id, reader, waited, pass, theCase };
}

it('a document that a model was shown in vain is read later, and each time it is said what was shown', async () => {
  const read = { status: 'completed' as const, steps: [], result: resultFor('BERG') };
  const { session_id, doc_id, reader, waited, pass, theCase } = await caseToRead([shownInVain(), shownInVain(), read]);
  for (const minutes of [1, 2]) {
    await expect(reader.readOn(anyone, session_id, [])).rejects.toThrow(NotNow);
    pass(minutes * 60_000);
  }
  const shown = expect.objectContaining({ doc_id, model_asked: SHOWN }) as unknown;
  expect(await toldIn(core.eventStore, caseStream(session_id))).toEqual([shown, shown]);
  expect(await reader.readOn(anyone, session_id, [])).toBe(true);
  expect(await theCase()).toMatchObject({ unread: 0, documents: [{ status: 'done' }] });
  expect(waited.map((ms = -1) => Math.floor(ms / 60_000))).toEqual([0, 1, 3]);
});

it('one that waits for a while is passed over for the others of its case, and is not tried again before', async () => {
  const read: EngineOutcome = { status: 'completed', steps: [], result: resultFor('BERG') };
  const waits: EngineOutcome = { ...shownInVain(), unavailable: new NotNow('away', 300_000) };
  const { session_id, reader, waited } = await caseToRead([waits, read, read], 3);
  const handled: Parameters<typeof reader.readOn>[2] = [];
  for (let turn = 0; turn < 2; turn++) expect(await reader.readOn(anyone, session_id, handled, 1)).toBe(false);
  expect(handled).toHaveLength(2);
  await expect(reader.readOn(anyone, session_id, handled, 1)).rejects.toThrow('away');
  expect(waited).toHaveLength(3);
});

it('nothing is said to have been shown where nothing was sent', async () => {
  const unsent = shownInVain();
  unsent.steps[1]!.output = { ...SHOWN, sent: [], prompt_hashes: [] };
  const { session_id, reader } = await caseToRead([unsent]);
  await expect(reader.readOn(anyone, session_id, [])).rejects.toThrow(NotNow);
  expect(await toldIn(core.eventStore, caseStream(session_id))).toEqual([]);
});

it('what was shown is said a hundred times and no more: a case can be read, however long a model fails', async () => {
  const { session_id, reader } = await caseToRead(Array.from({ length: 102 }, shownInVain));
  for (let time = 0; time < 102; time++) await expect(reader.readOn(anyone, session_id, [])).rejects.toThrow(NotNow);
  expect(await toldIn(core.eventStore, caseStream(session_id))).toHaveLength(100);
});

it('of one that somebody waits for, its failure is to say what was shown', async () => {
  const { reader, waited, theCase } = await caseToRead([shownInVain()]);
  const before = await theCase();
  const { outcome, unavailable } = await reader.read(before, before.documents[0]!, await reader.typesOf(before));
  expect(outcome).toMatchObject({ status: 'failed', reason: 'engine_unavailable', model_asked: SHOWN });
  expect(unavailable).toBeInstanceOf(NotNow);
  expect(waited).toEqual([undefined]);
});
