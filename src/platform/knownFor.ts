import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './within.js';

/**
 * What `ask` answered, for `ms` milliseconds; after that it is asked again, once for all who want to know, and not before it
 * has ended. None waits longer than that for an answer. @throws TookTooLong, and what `ask` throws
 */
export function knownFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  const asked = askedOncePer(ms, ask);
  return () => within(ms, asked());
}

/**
 * The same for what bounds its own time: whoever asks while an answer is on its way waits for that.
 * @param now milliseconds by a clock that only goes forward
 */
export function askedOncePer<Answer>(
  ms: number,
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number } | undefined;
  let pending = false;
  return () => {
    if (last && (pending || now() - last.at < ms)) return last.answer;
    pending = true;
    last = { at: now(), answer: ask().finally(() => (pending = false)) };
    return last.answer;
  };
}

/**
 * What `ask` answers, never from before somebody wanted to know, and asked once in `ms` milliseconds at most: those who come
 * meanwhile wait for that, and share the answer.
 */
export function askedAfresh<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let next: Promise<Answer> | undefined;
  let last = -Infinity;
  const askNext = async (): Promise<Answer> => {
    await sleep(Math.max(0, last + ms - performance.now()), undefined, { ref: false });
    last = performance.now();
    next = undefined;
    return ask();
  };
  return () => (next ??= askNext());
}
