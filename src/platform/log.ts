import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.js';
import { logForPeople } from './peopleLog.js';

/** The log: JSON lines, but for people where they look at it. Nothing personal, no key, no document content goes into it. */
export type Log = Logger;

/** What an error says of itself, and nothing more: drivers hang rows and parameters on theirs. */
interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/** A log at `level` to stdout, or to `destination`: in the form for people where that is a terminal. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: REDACTED, censor: '[secret]' },
  };
  const out: DestinationStream & { isTTY?: boolean } = destination ?? process.stdout;
  if (out.isTTY === true) return pino(options, logForPeople(out));
  return destination ? pino(options, destination) : pino(options);
}

/** A second line of defence; the first is that no one logs these. */
const REDACTED = ['x-api-key', 'authorization', 'raw_key', 'password'].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.headers["${name}"]`,
]);

function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
