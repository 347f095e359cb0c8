import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { createCaseRecovery } from '../../../../src/commands/cases/caseRecovery.js';
import { createDocumentTypeDiscovery } from '../../../../src/commands/documentTypes/documentTypeDiscovery.js';
import { createRunNotes } from '../../../../src/commands/executions/runNotes.js';
import type { CaseCommand } from '../../../../src/domain/cases/caseCommand.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { caseStream } from '../../../../src/domain/cases/index.js';
import { samplesShownStream } from '../../../../src/domain/documentTypes/index.js';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import { createModelQuestions, type ModelQuestions, type ToldIn } from '../../../../src/platform/modelQuestions.js';
import { tellQuestions } from '../../../../src/workers/operations/tellQuestions.js';
import { nine, opening } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, startOf } from '../../../support/executions.js';

let core: Core;
let questions: ModelQuestions;
beforeAll(async () => {
  core = await openCore();
  questions = createModelQuestions(core.database);
});
afterAll(() => core.close());

const ASKED = { model: 'small-1', where: 'local' as const, sent: ['text' as const], prompt_hashes: ['aa'] };
const RUN_SHOWN = {
  type: 'RunShownToModel' as const,
  data: {
    execution_id: 'e',
    tenant_id: 'acme',
    doc_index: 0,
    model_asked: { ...ASKED, prompt_hashes: ['zz'] },
    shown_at: nine,
  },
};

const asked = (told_in: ToldIn, prompt_hash: string, more: { sent?: ['text', 'pictures'] } = {}): Promise<string> =>
  questions.write({
    ...{ tenant_id: 'acme', told_in, model: 'small', where: 'cloud', sent: ['text'], prompt_hash },
    ...more,
  });

const notAsked = (): Promise<never> => Promise.reject(new Error('not asked'));

/** Tells what is left, as the worker does. */
function tell(seconds = 0): Promise<void> {
  const cases = createCaseHandler(core.handler);
  const recovery = { ...core, cases, reader: { readOn: notAsked }, queries: { withUnreadDocuments: notAsked } };
  const discovery = { ...core, engine: { process: notAsked }, documentTypes: { list: notAsked } };
  const commands = {
    cases: createCaseRecovery(recovery),
    executions: createRunNotes(core),
    documentTypeDiscovery: createDocumentTypeDiscovery(discovery),
  };
  return tellQuestions({ ...core, commands, questions, seconds }, anyone);
}

/** What a stream tells of models, as it is stored. */
async function toldIn(stream: string): Promise<unknown[]> {
  const told: unknown[] = [];
  for await (const { type, data, metadata } of core.eventStore.readStream(stream))
    if (type.endsWith('ShownToModel')) told.push({ ...data, mode: metadata.mode, tenant_id: metadata.tenant_id });
  return told;
}

const stillWritten = async (): Promise<number> =>
  (await questions.left({ seconds: 0, limit: 100 })).reduce((sum, { length }) => sum + length, 0);

async function startedRun(): Promise<string> {
  const execution_id = randomUUID();
  await core.handler.handle({
    stream: executionStream(execution_id),
    decider: execution,
    command: startOf(execution_id),
    context: anyone,
  });
  return executionStream(execution_id);
}

async function openedCase(): Promise<string> {
  const session_id = randomUUID();
  const command: CaseCommand = { type: 'open', opening: { ...opening, session_id }, at: nine };
  await core.handler.handle({ stream: caseStream(session_id), decider: caseRules, command, context: anyone });
  return caseStream(session_id);
}

describe('a question to a language model whose process was ended before it could tell of it', () => {
  it('is told in the log for each document, once, and then forgotten', async () => {
    const stream = await startedRun();
    await asked({ stream, document: '0' }, 'aa');
    await asked({ stream, document: '0' }, 'bb', { sent: ['text', 'pictures'] });
    await asked({ stream, document: '2' }, 'cc');
    await tell();
    await tell();
    expect(await toldIn(stream)).toMatchObject([
      {
        doc_index: 0,
        model_asked: { model: 'small', where: 'cloud', sent: ['text', 'pictures'], prompt_hashes: ['aa', 'bb'] },
      },
      { doc_index: 2, model_asked: { model: 'small', where: 'cloud', sent: ['text'], prompt_hashes: ['cc'] } },
    ]);
    expect(await stillWritten()).toBe(0);
  });

  it('is told of the document of a case, and of what was written in it', async () => {
    const stream = await openedCase();
    await asked({ stream, document: 'd1' }, 'aa');
    await asked({ stream }, 'bb');
    await tell();
    const [document, written] = await toldIn(stream);
    expect(document).toMatchObject({ doc_id: 'd1', model_asked: { prompt_hashes: ['aa'] } });
    expect(written).toMatchObject({ model_asked: { prompt_hashes: ['bb'] } });
    expect(written).not.toHaveProperty('doc_id');
    expect(await stillWritten()).toBe(0);
  });

  it('is told though it was about samples, of which nothing else is in the log', async () => {
    const stream = samplesShownStream(randomUUID());
    await asked({ stream, mode: 'test' }, 'aa');
    await tell();
    expect(await toldIn(stream)).toMatchObject([
      { asked: [{ where: 'cloud', prompt_hashes: ['aa'] }], mode: 'test', tenant_id: 'acme' },
    ]);
    expect(await stillWritten()).toBe(0);
  });

  it('is told though others of the same samples were told before it was its turn', async () => {
    const stream = samplesShownStream(randomUUID());
    await asked({ stream }, 'aa');
    await tell();
    await asked({ stream }, 'bb');
    await tell();
    expect(await toldIn(stream)).toMatchObject([
      { asked: [{ prompt_hashes: ['aa'] }] },
      { asked: [{ prompt_hashes: ['bb'] }] },
    ]);
  });

  it('is told though a model was shown a document of the run a hundred times in vain', async () => {
    const stream = await startedRun();
    for (let time = 0; time < 100; time++) {
      const command = { type: 'note_shown', doc_index: 0, model_asked: ASKED, at: nine } as const;
      await core.handler.handle({ stream, decider: execution, command, context: anyone });
    }
    await asked({ stream, document: '1' }, 'bb');
    await tell();
    expect(await toldIn(stream)).toHaveLength(101);
    expect(await stillWritten()).toBe(0);
  });

  it('is not told again where the log tells of it, and not yet where it may still', async () => {
    const stream = await startedRun();
    const command = { type: 'note_shown', doc_index: 0, model_asked: ASKED, at: nine } as const;
    await core.handler.handle({ stream, decider: execution, command, context: anyone });
    await asked({ stream, document: '0' }, 'aa');
    await tell(3_600);
    expect(await stillWritten()).toBe(1);
    await tell();
    expect(await toldIn(stream)).toHaveLength(1);
    expect(await stillWritten()).toBe(0);
  });

  it('is told by itself where what it was about is not in the log', async () => {
    const stream = executionStream(randomUUID());
    await asked({ stream, document: '0' }, 'aa');
    await tell();
    expect(await toldIn(stream)).toEqual([]);
    expect(await toldIn(samplesShownStream(stream))).toMatchObject([{ asked: [{ prompt_hashes: ['aa'] }] }]);
    expect(await stillWritten()).toBe(0);
  });

  it('keeps no other from being told where it cannot be', async () => {
    const [broken, stream] = ['an-unknown-0', await startedRun()];
    await core.eventStore.append(broken, await core.codec.encode(broken, [RUN_SHOWN], { ...anyone, mode: 'live', occurred_at: nine }), 'no_stream'); // prettier-ignore
    await asked({ stream: broken, document: '0' }, 'aa');
    await asked({ stream, document: '0' }, 'bb');
    await tell();
    expect(await toldIn(stream)).toHaveLength(1);
    expect(await stillWritten()).toBe(1);
  });
});
