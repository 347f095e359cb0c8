import type { DestinationStream } from 'pino';

/** A line of the log. */
interface Line {
  time?: string;
  level?: string;
  msg?: string;
  /** Of an answered request. */
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
  /** Of a refusal: what was answered. */
  detail?: string;
  err?: { type?: string; message?: string; stack?: string };
  [field: string]: unknown;
}

/** Fields of an answered request that become words. */
const IN_WORDS = new Set(['time', 'level', 'msg', 'err', 'method', 'route', 'status', 'ms', 'detail']);

/**
 * Writes the lines of the log for people at a terminal: time, level, a sentence, and by which ids to look for it. What cannot be read as a
 * line of it is written as it is.
 */
export function logForPeople(out: { write(text: string): unknown }): DestinationStream {
  return { write: (text) => void out.write(forPeople(text)) };
}

/** A line of the log in the form for people, with its line end. */
export function forPeople(json: string): string {
  const line = readLine(json);
  if (!line) return json;
  const { time = '', level = '', err } = line;
  const at = time.replace('T', ' ').replace('Z', '');
  const named = Object.entries(line).filter(([name, value]) => !IN_WORDS.has(name) && value !== undefined);
  const fields = named.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const words = [sentenceOf(line), err && `${err.type ?? 'Error'}: ${err.message ?? ''}`].filter(Boolean).join(' — ');
  const first = oneLine([at, level.toUpperCase().padEnd(5), words, ...fields].join('  ').trimEnd());
  const stack = level === 'error' || level === 'fatal' ? (err?.stack?.split('\n').slice(1) ?? []) : [];
  return [first, ...stack.map(oneLine), ''].join('\n');
}

function readLine(json: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(json);
    return typeof line === 'object' && line !== null ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function sentenceOf({ msg = '', method, route, status, ms, detail }: Line): string {
  const answered = method !== undefined && status !== undefined;
  const words = answered ? `${method} ${route ?? ''} ${status} in ${ms ?? 0} ms` : msg;
  return detail === undefined ? words : `${words}: ${detail}`;
}

/** What callers send may hold what a terminal takes for an order. */
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
