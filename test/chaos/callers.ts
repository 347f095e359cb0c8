import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.js';
import type { Random } from '../../specimens/random.js';
import { whyUnanswered } from './whyUnanswered.js';

/** An answer of the service. */
export interface Answered {
  status: number;
  body: { [field: string]: unknown };
}

/** What to ask. */
export interface Ask {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** API key. */
  as: string;
  /** Sent as JSON. */
  body?: unknown;
  /** A form with one file, sent instead of `body`. */
  file?: { bytes: Buffer; filename: string };
  idempotencyKey?: string;
}

/** Asks the service, whichever of its processes answers. */
export interface Callers {
  /** Once; undefined when no answer came, so that nobody knows what was done. */
  once(ask: Ask): Promise<Answered | undefined>;
  /** Again and again, until there is an answer other than "not now"; for what may be asked twice. @throws Error after five minutes */
  untilAnswered(ask: Ask): Promise<Answered>;
  /** Sends half of a body, and hangs up after a moment. Never rejects. */
  leaveHalf(half: HalfBody): Promise<void>;
}

/** The first half of a body. */
export interface HalfBody {
  path: string;
  /** API key. */
  as: string;
  /** Its media type. */
  type: string;
  bytes: Buffer;
}

const PATIENCE_MS = 300_000;
/** Longer than the service takes to answer anything here; on a connection that died without a word nothing else ends the wait. */
const REQUEST_MS = 30_000;
/** How many of the requests without an answer are told of one by one: where a process is killed there are thousands. */
const UNANSWERED = 20;
/** Statuses that say "not now": in flight, or something is away. */
const isNotNow = ({ status, body }: Answered): boolean =>
  status >= 500 || status === 429 || (status === 409 && String(body['detail']).includes('still being executed'));

/** Creates callers who spread over the addresses. */
export function createCallers(deps: { apis: () => string[]; random: Random; ledger: Ledger }): Callers {
  const { apis, random, ledger } = deps;
  const note = (what: string): void => void ledger.answers.set(what, (ledger.answers.get(what) ?? 0) + 1);

  const once: Callers['once'] = async ({ method, path, as, body, file, idempotencyKey }) => {
    const up = apis();
    if (up.length === 0) return undefined;
    const began = performance.now();
    let came: number | undefined;
    try {
      const response = await fetch(random.pick(up) + path, {
        method,
        signal: AbortSignal.timeout(REQUEST_MS),
        headers: {
          'X-Api-Key': as,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(file && { body: formOf(file) }),
      });
      came = response.status;
      const text = await response.text();
      const answered = { status: response.status, body: text ? (JSON.parse(text) as Answered['body']) : {} };
      note(String(response.status));
      // Something that is away is a 503; anything else on our side was not foreseen.
      if (response.status === 500) ledger.complaints.push(`${method} ${path} was answered 500: ${text}`);
      return answered;
    } catch (error) {
      note('none');
      const asked = { method, path, status: came, ms: performance.now() - began, at: new Date() };
      if (ledger.unanswered.length < UNANSWERED) ledger.unanswered.push(whyUnanswered(asked, error));
      return undefined;
    }
  };

  return {
    once,
    async untilAnswered(ask) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const answered = await once(ask);
        if (answered && !isNotNow(answered)) return answered;
        if (Date.now() > deadline) {
          throw new Error(
            `${ask.method} ${ask.path} got no answer in five minutes, at last ${String(answered?.status)}`,
          );
        }
        await sleep(250);
      }
    },

    async leaveHalf({ path, as, type, bytes }) {
      const up = apis();
      if (up.length === 0) return;
      const { hostname, port, host } = new URL(random.pick(up));
      const lines = { Host: host, 'X-Api-Key': as, 'Content-Type': type, 'Content-Length': 2 * bytes.length };
      const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write([`POST ${path} HTTP/1.1`, ...head, '', ''].join('\r\n'));
      socket.write(bytes);
      await sleep(random.whole(0, 500));
      socket.destroy();
    },
  };
}

function formOf({ bytes, filename }: NonNullable<Ask['file']>): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), filename);
  return form;
}
