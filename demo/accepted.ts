import type { RunAnswer, Schemas } from './attestClient.js';
import { formatTable } from './printTable.js';

type PipelineResult = Schemas['PipelineResultView'];

/** Renders what a run found: a table of fields, what is missing, the verdict on the rules and the signals. */
export function describeRun(answer: RunAnswer): string {
  if (answer.kind === 'refused') return `  refused with ${answer.status}: ${answer.detail}`;
  if (!answer.result || answer.status !== 'completed')
    return `  ${answer.status}: ${answer.error ?? firstError(answer)}`;
  const { result } = answer;
  return [
    `  recognised as ${result.document_type} (confidence ${result.confidence}), ${Math.round(answer.total_ms)} ms`,
    '',
    fieldTable(result),
    '',
    missing(result),
    verdict(result),
  ]
    .filter((part) => part !== null)
    .join('\n');
}

const firstError = (answer: RunAnswer & { kind: 'run' }): string =>
  answer.steps.find((step) => step.error)?.error ?? 'no reason was given';

function fieldTable(result: PipelineResult): string {
  const found = Object.entries(result.extracted).filter(([, value]) => !isEmpty(value));
  const rows = found.map(([field, value]) => [
    field,
    printed(value),
    (result.confidences[field] ?? 0).toFixed(2),
    where(result, field),
    result.sources[field] ?? '',
  ]);
  return formatTable(['field', 'value', 'conf.', 'where', 'source'], rows, [24, 56, 5, 20, 10]);
}

/** Page, and the middle of the box in percent from the left and from the top. */
function where(result: PipelineResult, field: string): string {
  const place = result.coordinates[field];
  if (!place) return '';
  const [x = 0, y = 0, width = 0, height = 0] = place.box;
  const percent = (fraction: number): string => `${Math.round(fraction * 100)}%`;
  return `page ${place.page} at ${percent(x + width / 2)}, ${percent(y + height / 2)}`;
}

function missing(result: PipelineResult): string | null {
  const fields = Object.entries(result.extracted).flatMap(([field, value]) => (isEmpty(value) ? [field] : []));
  return fields.length > 0 ? `  not on the page: ${fields.join(', ')}` : null;
}

function verdict(result: PipelineResult): string {
  if (result.valid) return '  valid: every rule of the document type holds';
  return ['  not valid:', ...result.violations.map(({ rule, message }) => `    - ${message} (${rule})`)].join('\n');
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

function printed(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} × ${printed(value[0] ?? null)}`;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return Object.values(value).map(printed).join(' · ');
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', ' ⏎ ');
}
