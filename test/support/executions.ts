import { randomUUID } from 'node:crypto';
import type { CommandHandler } from '../../src/commands/core/commandHandler.js';
import { execution, executionStream, type ExecutionCommand } from '../../src/domain/executions/execution.js';
import type { PipelineResult, StepResult } from '../../src/domain/documents/pipeline.js';

/** Who asks, in tests. */
export const anyone = { tenant_id: 'acme', actor: 'system', correlation_id: 'c', causation_id: 'c' };

/** The start of a run. */
export const startOf = (execution_id: string): Extract<ExecutionCommand, { type: 'start' }> => ({
  type: 'start',
  run: {
    ...{ execution_id, tenant_id: 'acme', context_id: 'passport', context_display_name: 'Passport' },
    document_type: { tenant_id: '', context_id: 'passport', revision: 0 },
    members: [],
    masked_fields: [],
    input: { key: `executions/${execution_id}/input`, size: 3 },
    input_filename: 'anna.png',
    input_mime_type: 'image/png',
    sync: true,
    input_extra: null,
    webhook_url: null,
    started_at: new Date().toISOString(),
  },
});

/** A result that says whose passport it is. */
export const resultFor = (surname: string): PipelineResult => ({
  document_type: 'passport',
  confidence: '0.98',
  extracted: { surname },
  confidences: { surname: 0.97 },
  coordinates: { surname: { page: 1, box: [0.1, 0.1, 0.2, 0.05] } },
  raw: { surname },
  sources: { surname: 'ocr' },
  valid: true,
  violations: [],
});

/** The end of a run, with two steps. */
export const finishOf = (surname: string): Extract<ExecutionCommand, { type: 'finish' }> => ({
  type: 'finish',
  steps: [
    { tool: 'extract', order: 0, status: 'success', output: { extracted: { surname } }, duration_ms: 5 },
    { tool: 'validate', order: 1, status: 'success', output: { valid: true }, duration_ms: 1 },
  ] satisfies StepResult[],
  outcome: { status: 'completed', result: resultFor(surname) },
  at: new Date().toISOString(),
});

/** Records a whole run; its id. */
export async function recordRun(handler: CommandHandler, surname: string, id: string = randomUUID()): Promise<string> {
  const request = { stream: executionStream(id), decider: execution, context: anyone };
  const known = await handler.handle({
    ...request,
    command: startOf(id),
    known: { state: execution.initial, revision: 'no_stream' },
  });
  await handler.handle({ ...request, command: finishOf(surname), known });
  return id;
}
