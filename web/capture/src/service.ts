import type { Schemas } from '../../src/api/schemas.js';
import { tokenInPath } from '../../../src/api/capture/pageAddress.js';

/** What the customer sees of their case. */
export type Capture = Schemas['CaptureView'];

/** What came of something that was handed in. */
export type Captured = Schemas['CapturedView'];

/** An answer of the service that is no success; status 0 where it does not answer. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

/** What an error says: one that is no answer of the service stands for none. */
export const asRefused = (error: unknown): Refused =>
  error instanceof Refused ? error : new Refused(0, String(error));

/** The token of the link, which the address of the page ends with. */
const token = tokenInPath(location.pathname) ?? '';

/** Tells links apart, and opens none: the first 126 bits of a token are of the id of its link. */
export const linkName = token.slice(0, 21);

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string> | undefined), 'X-Capture-Token': token };
  const answer = await fetch(`/capture/${path}`, { ...init, headers }).catch(() => undefined);
  if (!answer) throw new Refused(0, 'The service does not answer');
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as { detail?: string };
  throw new Refused(answer.status, body.detail ?? '');
}

/** What is to be handed in. @throws Refused */
export const readCapture = async (): Promise<Capture> => (await (await ask('case')).json()) as Capture;

/** A key for something that may have to be sent again. `randomUUID` is not there over plain http. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Notes that the page was opened. @throws Refused */
export const noteOpening = async (): Promise<void> => void (await ask('openings', { method: 'POST' }));

/** Has a little more time, where little is left: somebody is still at it. @throws Refused */
export const askForTime = async (): Promise<void> => void (await ask('extensions', { method: 'POST' }));

/** Agrees to a version of the text; said twice it is noted once. @throws Refused */
export async function agree(version: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await again(() => ask('consent', { method: 'POST', headers, body: JSON.stringify({ version }) }));
}

/**
 * Says that all is handed in. Where the answer is lost it is said again; a link that is good for nothing then was used up by the first time.
 * @param key the same for every try of one submission
 * @throws Refused
 */
export async function submit(key: string): Promise<void> {
  const headers = { 'Idempotency-Key': key };
  await again(
    () => ask('submissions', { method: 'POST', headers }),
    // Only where an answer before may have been lost: what was turned away was not taken.
    { isDone: (error, before) => error.status === 404 && before.some(({ status }) => LOST.includes(status)) },
  );
}

/**
 * Hands in a file. It is sent again where the network broke off: with the same key the service takes it once.
 * @param wasOnItsWay whether it was being sent already, with that key, when the page was loaded again
 * @throws Refused
 */
export async function handIn(
  { file, filename }: { file: Blob; filename: string },
  label: string,
  key: string,
  wasOnItsWay = false,
): Promise<Captured> {
  const body = new FormData();
  body.append('label', label);
  body.append('file', file, filename);
  const answer = await again(() => ask('documents', { method: 'POST', headers: { 'Idempotency-Key': key }, body }), {
    wasTried: wasOnItsWay,
  });
  return (await answer?.json()) as Captured;
}

/** How often something is sent where the service does not answer, milliseconds before the second time, and the longest pause: a minute and a half in all, as long as reading takes. */
const MOST_TRIES = 12;
const [PAUSE_MS, LONGEST_PAUSE_MS] = [2_000, 10_000];

/** Statuses of an answer that says nothing of what became of it: none, no room just then, or a proxy that waited too long. */
const UNSETTLED = [0, 429, 502, 503, 504];

/** Those of them behind which the service may have done it: there was no answer, or a proxy had none. */
const LOST = [0, 502, 504];

/**
 * Sends again what may not have arrived, or is still being worked on.
 * @param isDone whether an error says that an earlier try was enough
 * @param wasTried whether it was sent before, so that it may be worked on now
 * @throws Refused
 */
async function again(
  send: () => Promise<Response>,
  {
    isDone = () => false,
    wasTried = false,
  }: { isDone?: (error: Refused, before: readonly Refused[]) => boolean; wasTried?: boolean } = {},
): Promise<Response | undefined> {
  const before: Refused[] = [];
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isDone(error, before)) return undefined;
      before.push(error);
      const isUnsettled = UNSETTLED.includes(error.status) || (error.status === 409 && (tries > 1 || wasTried));
      if (!isUnsettled || tries >= MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE_MS * tries, LONGEST_PAUSE_MS)));
    }
  }
}
