import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExecutionRecorder, executionIn } from '../../../../src/commands/executions/executionRecorder.js';
import type { CommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, finishOf, startOf } from '../../../support/executions.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core.close());

test('an end that cannot be recorded as the database is away is no failure of the run, which is ended by whoever tries again', async () => {
  const id = '5b3e4ad0-0000-4000-8000-000000000201';
  const away = Object.assign(new Error('select wrapped_key from subject_keys - Postgres said nothing'), {
    code: 'ETIMEDOUT',
  });
  let isAway = true;
  const handler: CommandHandler = {
    ...core.handler,
    handle: (request) => {
      if (!isAway) return core.handler.handle(request);
      isAway = false;
      return Promise.reject(away);
    },
  };
  await core.handler.handle({ stream: executionStream(id), decider: execution, context: anyone, command: startOf(id) });
  const recorder = createExecutionRecorder({ ...core, handler });
  const { steps, outcome } = finishOf('ERIKSSON');
  const processed = { steps: [...steps], outcome };
  await expect(recorder.finish(anyone, id, processed)).rejects.toBe(away);
  expect((await core.handler.load(executionStream(id), execution)).state.status).toBe('running');
  const { state } = await recorder.finish(anyone, id, processed);
  expect(executionIn(state).status).toBe('completed');
});
