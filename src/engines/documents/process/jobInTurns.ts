import type { StepResult } from '../../../domain/documents/index.js';
import type { DocumentJob } from '../documentEngine.js';
import type { EngineChild, JobDone, JobGaveWay } from './engineChild.js';

/** Does what was asked for in a process, or a part of it: until it is over or gives way. */
export type Turn<Done> = (child: EngineChild, goesOn: () => boolean) => Promise<Done | JobGaveWay>;

/** Whether it is not over. */
export const gaveWay = (answer: { rss: number; kind?: string }): answer is JobGaveWay => answer.kind === 'gave_way';

/** How a job is done. Milliseconds. */
export interface JobTerms {
  onStep: (step: StepResult) => void;
  /** What it may take where nobody else is there. */
  timeoutMs: number;
  /** By any clock that only goes forward. */
  now: () => number;
}

/**
 * A job over all the processes that it is done in: what was read stays read. Whether it is done in time must not depend on who else is
 * there, nor on what else the machine does. So once it has given way its time is doubled, for pictures of pages that have to be rendered
 * again, and what opening it took at first is not counted when it is opened again. As that is free, it is read for as long as opening took
 * before it gives way: opening it again takes no more of a process, all its turns together, than what is counted.
 */
export function jobInTurns(job: DocumentJob, { onStep, timeoutMs, now }: JobTerms): Turn<JobDone> {
  let leftMs = timeoutMs;
  let openingMs = 0;
  let read: JobGaveWay['read'] | undefined;
  return async (child, goesOn) => {
    const began = now();
    const isFirst = read === undefined;
    const againMs = isFirst ? 0 : openingMs;
    let opened = began;
    const onOpened = (): void => {
      opened = now();
      if (isFirst) openingMs = opened - began;
    };
    const goesOnYet = (): boolean => now() - opened < openingMs || goesOn();
    const answer = await child.run(job, { timeoutMs: leftMs + againMs, onStep, onOpened, read, goesOn: goesOnYet });
    if (gaveWay(answer)) {
      if (isFirst) leftMs += timeoutMs;
      const tookMs = answer.counted_ms ?? now() - began;
      leftMs = Math.max(1, leftMs - Math.max(0, tookMs - againMs));
      read = answer.read;
    }
    return answer;
  };
}
