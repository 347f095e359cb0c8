import type { ErrorObject } from 'ajv';
import type { TextFormat } from './formats.js';

/** Says in one sentence what is wrong with a value, and names the field. `of` is what the value stands in, for faults of the whole. */
export function describeFault(fault: ErrorObject, of: string, formats: Record<string, TextFormat>): string {
  if (fault.keyword === 'required') {
    return `The field \`${nameOf(fault.instancePath, String(fault.params['missingProperty']))}\` is required`;
  }
  const subject = fault.instancePath === '' ? `The ${of}` : `The field \`${nameOf(fault.instancePath)}\``;
  return `${subject} ${complaint(fault, formats)}`;
}

function complaint(fault: ErrorObject, formats: Record<string, TextFormat>): string {
  const params: Record<string, unknown> = fault.params;
  const limit = String(params['limit']);
  switch (fault.keyword) {
    case 'type':
      return `must be ${withArticle(String(params['type']))}`;
    case 'enum':
      return `must be one of ${list(params['allowedValues'])}`;
    case 'minimum':
    case 'maximum':
      return range(fault.parentSchema as Range);
    case 'minItems':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${limit} entries`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'maxProperties':
      return `must have at most ${limit} keys`;
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'format':
      return formats[String(params['format'])]?.sentence ?? 'has the wrong form';
    default:
      return 'has a value that is not acceptable';
  }
}

/** `/input/data` as `input.data`; keys of maps are shortened, since they can be anything. */
function nameOf(pointer: string, last?: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...parts, ...(last === undefined ? [] : [last])].map((part) => part.slice(0, 64)).join('.');
}

const withArticle = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

const list = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => `\`${value}\``).join(', ') : '';

/** Bounds as a schema writes them. */
interface Range {
  minimum?: number;
  maximum?: number;
}

function range({ minimum, maximum }: Range): string {
  if (minimum === undefined) return `must be at most ${maximum}`;
  return maximum === undefined ? `must be at least ${minimum}` : `must be between ${minimum} and ${maximum}`;
}
