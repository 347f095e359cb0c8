import type { Schemas } from '../../src/api/schemas.js';

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

/** The token of the link, which the address of the page ends with. */
const token = location.pathname.split('/').at(-1) ?? '';

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

/** Agrees to a version of the text. @throws Refused */
export async function agree(version: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await ask('consent', { method: 'POST', headers, body: JSON.stringify({ version }) });
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
    (error, tries) => tries > 1 && error.status === 404,
  );
}

/**
 * Hands in a file. It is sent again where the network broke off: with the same key the service takes it once.
 * @throws Refused
 */
export async function handIn(file: Blob, filename: string, label: string, key: string): Promise<Captured> {
  const body = new FormData();
  body.append('label', label);
  body.append('file', file, filename);
  const answer = await again(() => ask('documents', { method: 'POST', headers: { 'Idempotency-Key': key }, body }));
  return (await answer?.json()) as Captured;
}

/** How often something is sent where the service does not answer, and milliseconds before the second time. */
const MOST_TRIES = 5;
const PAUSE_MS = 2_000;

/**
 * Sends again what may not have arrived, or is still being worked on.
 * @param isDone whether an error says that an earlier try was enough
 * @throws Refused
 */
async function again(
  send: () => Promise<Response>,
  isDone: (error: Refused, tries: number) => boolean = () => false,
): Promise<Response | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (isDone(error, tries)) return undefined;
      const isUnsettled = [0, 503].includes(error.status) || (error.status === 409 && tries > 1);
      if (!isUnsettled || tries >= MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries));
    }
  }
}
