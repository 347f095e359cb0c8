import { valueAt } from '../reading/values.js';

/** A case of the queue, as its table shows it. */
export interface Waiting {
  session_id: string;
  /** What its owner calls it; its id where that is nothing. */
  name: string;
  goal: string;
  /** Who looks at it. */
  assignee: string;
  /** Since when it waits, ISO 8601. */
  since: string;
  document_types: string[];
  /** How often more was asked for. */
  tries: number;
  /** Codes of the reasons that have it wait, each once. */
  why: string[];
}

/** Reads it from what a search found, with the columns that the queue asks for. */
export function waitingOf(session_id: string, source: object): Waiting {
  const text = (path: string): string => textOf(valueAt(source, path)) ?? '';
  return {
    session_id,
    name: text('client_reference_id') || session_id,
    goal: text('goal'),
    assignee: text('assignee'),
    since: text('ended_at'),
    document_types: textsOf(valueAt(source, 'document_types')),
    tries: Number(valueAt(source, 'progress.tries') ?? 0),
    why: [...new Set(listOf(valueAt(source, 'result.reasons')).flatMap(codeOf))],
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? []);

/** The code of a reason that has a case wait; of one that is only worth knowing none. */
const codeOf = (reason: unknown): string[] =>
  textOf(valueAt(reason, 'effect')) === 'note' ? [] : [textOf(valueAt(reason, 'code')) ?? []].flat();
