import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import { execution, type ExecutionCommand } from '../../../../src/domain/executions/execution.js';
import type { ExecutionEvent } from '../../../../src/domain/executions/executionEvents.js';
import type { PipelineResult, StepResult } from '../../../../src/domain/documents/pipeline.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(execution);
const nine = '2026-03-02T09:00:00.000Z';
const later = '2026-03-02T09:00:01.250Z';

const started: Extract<ExecutionEvent, { type: 'PipelineRunStarted' }> = {
  type: 'PipelineRunStarted',
  data: {
    execution_id: 'e1',
    tenant_id: 'acme',
    context_id: 'passport',
    context_display_name: 'Passport',
    document_type: { tenant_id: '', context_id: 'passport', revision: 3 },
    members: [],
    masked_fields: ['document_number'],
    input: { key: 'executions/e1/input', size: 3 },
    input_filename: 'anna.png',
    input_mime_type: 'image/png',
    sync: true,
    input_extra: null,
    webhook_url: null,
    started_at: nine,
  },
};
/** What every later event of the run repeats. */
const ofRun = {
  ...{ execution_id: 'e1', context_id: 'passport', agent: null },
  document_type: { tenant_id: '', context_id: 'passport', revision: 3 },
};
const step: StepResult = {
  ...{ tool: 'extract', order: 0, status: 'success', output: { surname: 'ERIKSSON' }, duration_ms: 12 },
};
const result: PipelineResult = {
  document_type: 'passport',
  confidence: '0.98',
  extracted: { surname: 'ERIKSSON' },
  confidences: { surname: 0.97 },
  coordinates: { surname: { page: 1, box: [0.1, 0.1, 0.2, 0.05] } },
  raw: { surname: 'Eriksson' },
  sources: { surname: 'ocr' },
  valid: true,
  violations: [],
};
const finish: ExecutionCommand = {
  type: 'finish',
  steps: [step],
  outcome: { status: 'completed', result },
  at: later,
};
const stepFinished: ExecutionEvent = { type: 'StepFinished', data: { ...ofRun, ...step, error: null } };
const completed: ExecutionEvent = {
  type: 'ExecutionCompleted',
  data: { ...ofRun, result, total_ms: 1250, completed_at: later },
};
const failed: ExecutionEvent = {
  type: 'ExecutionFailed',
  data: {
    ...ofRun,
    reason: 'unreadable',
    error: 'The PDF is encrypted',
    total_ms: 1250,
    completed_at: later,
  },
};
const erased: ExecutionEvent = {
  type: 'ExecutionErased',
  data: { ...ofRun, doc_ids: ['d1'], step_orders: [], reason: 'person_asked', erased_at: later },
};
const erase: ExecutionCommand = { type: 'erase', doc_ids: ['d1'], reason: 'person_asked', at: later };

describe('an execution', () => {
  it('starts once', () => {
    given().when({ type: 'start', run: started.data }).then(started);
    given(started)
      .when({ type: 'start', run: started.data })
      .thenRefused('conflict', /started before/);
  });

  it('finishes with its steps, its result and the time it took', () =>
    given(started).when(finish).then(stepFinished, completed));

  it('fails with a reason and a sentence', () =>
    given(started)
      .when({
        ...finish,
        steps: [],
        outcome: { status: 'failed', reason: 'unreadable', error: 'The PDF is encrypted' },
      })
      .then(failed));

  it.each([
    ['completed', [started, completed]],
    ['failed', [started, failed]],
    ['been erased', [started, completed, erased]],
  ])('does not finish again when it has %s', (_what, history) =>
    given(...history)
      .when(finish)
      .thenRefused('conflict', /ended already/),
  );

  it('cannot finish before it started', () =>
    given()
      .when(finish)
      .thenRefused('not_found', /no execution/));

  it('never takes less than no time, even when the clock was set back', () =>
    given(started)
      .when({ ...finish, steps: [], at: '2026-03-02T08:00:00.000Z' })
      .then({
        type: 'ExecutionCompleted',
        data: { ...ofRun, result, total_ms: 0, completed_at: '2026-03-02T08:00:00.000Z' },
      }));
});

describe('erasing an execution', () => {
  it('is a fact of its own, which names every step', () =>
    given(started, stepFinished, completed)
      .when(erase)
      .then({ ...erased, data: { ...erased.data, step_orders: [step.order] } }));
  it('is refused while it runs', () =>
    given(started)
      .when(erase)
      .thenRefused('conflict', /still running/));
  it('is refused for one that never was', () =>
    given()
      .when(erase)
      .thenRefused('not_found', /no execution/));
  it('changes nothing the second time', () => given(started, completed, erased).when(erase).thenNothing());

  it('leaves nothing of what was read, and the name of the file and the metadata neither', () => {
    const withMetadata = { ...started, data: { ...started.data, metadata: { order: 'ERIKSSON-4711' } } };
    expect(fold(execution, [withMetadata])).toMatchObject({ execution: { metadata: { order: 'ERIKSSON-4711' } } });
    const state = fold(execution, [withMetadata, stepFinished, completed, erased]);
    expect(JSON.stringify(state)).not.toMatch(/ERIKSSON|Eriksson|anna/);
    expect(state).toMatchObject({
      status: 'erased',
      execution: { status: 'completed', erased: true, result: null, input_filename: null, total_ms: 1250 },
    });
  });

  it('leaves what a history without readable values comes to', () => {
    const unreadable = [
      { ...started, data: { ...started.data, input_filename: null } },
      { ...stepFinished, data: { ...stepFinished.data, output: null } },
      { ...completed, data: { ...completed.data, result: null } },
      erased,
    ] as ExecutionEvent[];
    expect(fold(execution, unreadable)).toEqual(fold(execution, [started, stepFinished, completed, erased]));
  });
});
