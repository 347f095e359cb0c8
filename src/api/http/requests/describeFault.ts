import type { ErrorObject } from 'ajv';
import type { TextFormat } from './formats.js';
import { VISIBLE } from '../../../domain/core/text.js';

/** Fields that are named at most. */
const MOST_NAMED = 20;

/**
 * Says in one sentence what is wrong with a value, each field by its name and in their order. `of` is what the value stands in, for faults of
 * the whole. Where one field has several faults, as of a value that may be of one shape or another, the first is told; nothing is said
 * of what stands in a field that is wrong itself.
 */
export function describeFaults(
  faults: readonly ErrorObject[],
  of: string,
  formats: Record<string, TextFormat>,
): string {
  const told = new Map<string, ErrorObject>();
  for (const fault of faults) {
    const at = placeOf(fault);
    const isKnown = [...beginnings(at)].some((one) => told.has(one));
    if (!isKnown && !(isOfSeveral(fault) && [...told.keys()].some((one) => one.startsWith(`${at}/`))))
      told.set(at, fault);
  }
  const sorted = [...told].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, fault]) => fault);
  const sentences = sorted.slice(0, MOST_NAMED).map((fault) => describeFault(fault, of, formats));
  const more = sorted.length - sentences.length;
  if (more > 0) sentences.push(`${more} more`);
  return sentences.map((one, index) => (index === 0 ? one : one.replace(/^The/, 'the'))).join('; ');
}

/** Where the value stands that is wrong or missing, as a JSON pointer. */
const placeOf = ({ keyword, instancePath, params }: ErrorObject): string =>
  keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath;

/** Whether it only says that none of several shapes fits, which says less than why they do not. */
const isOfSeveral = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** A pointer, and those of all that it stands in. */
function* beginnings(pointer: string): Generator<string> {
  for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    yield pointer.slice(0, end);
    if (end === 0) return;
  }
}

function describeFault(fault: ErrorObject, of: string, formats: Record<string, TextFormat>): string {
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
    case 'pattern': // of a text that has a format too, which says it in words
      if (params['pattern'] === VISIBLE) return 'must not be blank';
      return inWords(formats[String(fault.parentSchema?.['format'])], fault.data) ?? 'has the wrong form';
    default:
      return 'has a value that is not acceptable';
  }
}

const inWords = (format: TextFormat | undefined, value: unknown): string | undefined =>
  (typeof value === 'string' ? format?.sentenceOf?.(value) : undefined) ?? format?.sentence;

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
