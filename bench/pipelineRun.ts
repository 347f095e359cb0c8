import type { DomainEvent } from '../src/domain/core/event.js';
import { executionStream } from '../src/domain/executions/execution.js';
import type { PipelineResult, StepName } from '../src/domain/documents/pipeline.js';

/** The events of a run that read twelve fields of an invented passport; one that a worker does, where there is a webhook. */
export function pipelineRun(
  execution_id: string,
  webhook_url: string | null = null,
): { stream: string; events: DomainEvent[] } {
  const started_at = new Date().toISOString();
  const steps: [StepName, Record<string, unknown>][] = [
    ['classify', { document_type: RESULT.document_type, confidence: RESULT.confidence, evidence: ['mrz'] }],
    ['extract', { ...RESULT }],
    ['validate', { valid: true, violations: [] }],
  ];
  const document_type = { tenant_id: '', context_id: 'passport', revision: 0 };
  const ofRun = { execution_id, context_id: 'passport', document_type, agent: null };
  return {
    stream: executionStream(execution_id),
    events: [
      {
        type: 'PipelineRunStarted',
        data: {
          ...{ execution_id, tenant_id: 'acme', context_id: 'passport', context_display_name: 'Passport' },
          document_type,
          ...{ members: [], masked_fields: [], sync: webhook_url === null, webhook_url, started_at },
          input: { key: `input/${execution_id}`, size: 1_000_000 },
          ...{ input_filename: 'passport.jpg', input_mime_type: 'image/jpeg', input_extra: null },
        },
      },
      ...steps.map(([tool, output], order): DomainEvent => {
        const step = { tool, order, status: 'success', output, error: null, duration_ms: 10 } as const;
        return { type: 'StepFinished', data: { ...ofRun, ...step } };
      }),
      {
        type: 'ExecutionCompleted',
        data: { ...ofRun, result: RESULT, total_ms: 1_000, completed_at: started_at },
      },
    ],
  };
}

const FIELDS = Array.from({ length: 12 }, (_, n) => `field_${n}`);

const each = <Value>(value: Value): Record<string, Value> => Object.fromEntries(FIELDS.map((name) => [name, value]));

const RESULT: PipelineResult = {
  document_type: 'passport',
  confidence: '0.97',
  extracted: each('Specimen value'),
  confidences: each(0.9),
  coordinates: each({ page: 1, box: [0.1, 0.2, 0.3, 0.04] }),
  raw: each('SPECIMEN VALUE'),
  sources: each('mrz'),
  valid: true,
  violations: [],
};
