import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoRoomNow, tenantOf, type Delivery } from '../../platform/bus/bus.js';
import { oneAtATime } from '../../platform/oneAtATime.js';
import { createWorkInProgress } from '../../platform/workInProgress.js';
import { attempt, type AttemptDeps } from './attempt.js';
import type { DueLooking } from './dueLooking.js';
import type { DueWork, WorkInHand } from './dueWork.js';
import { createSlots } from './slots.js';
import type { Job } from './work.js';

/** What doing a job stands on. */
export interface JobInHandDeps extends AttemptDeps {
  job: Job;
  due: Pick<DueWork, 'begin' | 'keep' | 'take' | 'settle'>;
  looking: Pick<DueLooking, 'dueIn' | 'isFullOf'>;
}

/** A job as a process does it: what the bus delivers and what is due share its slots, and tenants take turns at them. */
export interface JobInHand {
  /**
   * Resolves when the bus may forget the message: it stands in the table of what is due, where it is in hand or waits. A message that
   * takes minutes would otherwise keep the bus from forgetting what is behind it and done. Rejects when it
   * was neither begun nor kept: the table is out of reach, or the process is stopping. It never waits for a slot: what there is
   * none for, or more of a tenant than its share, is kept in the table, so that what the bus has behind it is reached.
   * @throws NoRoomNow where there is no slot for it and the table is full of its tenant
   */
  deliver(delivery: Delivery): Promise<void>;
  /** How many of its slots are taken. */
  taken(): number;
  /** Takes what is due, as much as there is room for. */
  takeDue(): void;
  /** Takes no more, waits for what is under way (bounded) and hands back the rest. */
  stop(): Promise<void>;
}

const NOT_TAKEN = 'what is due could not be taken; trying again';

/** Nothing is in hand yet. */
export function createJobInHand({ due, looking, ...deps }: JobInHandDeps): JobInHand {
  const { job, log } = deps;
  const slots = createSlots(job);
  const inHand = createWorkInProgress();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each slot that pauses
  const hasStopped = (): boolean => stopping.signal.aborted;
  /** Somebody may wait in the table for the next slot. */
  let someWait = false;
  let lastTurn: string | undefined;

  const leaveSlot = (tenant: string): void => {
    slots.leave(tenant);
    if (someWait) takeDue();
  };
  const doNow = async (work: WorkInHand): Promise<void> => {
    const signals = { signal: inHand.signal, stopping: stopping.signal };
    if (await doAndSettle({ ...deps, due, looking }, work, signals)) someWait = true;
  };
  /** Whether there was something, and a slot for it. It is under way then. */
  const takeOne = async (): Promise<boolean> => {
    const slot = slots.reserve();
    someWait = !slot || slot.full.length > 0;
    if (!slot) return false;
    const work = await due
      .take(job.topic, { after: lastTurn, full: slot.full })
      .catch((error: unknown) => void log.warn({ err: error, topic: job.topic }, NOT_TAKEN));
    const tenant = work && tenantOf(work.message);
    slot.become(tenant);
    if (!work || tenant === undefined) return false;
    [lastTurn, someWait] = [tenant, true];
    inHand.add(doNow(work).finally(() => leaveSlot(tenant)));
    return true;
  };
  const takeAll = oneAtATime(async () => {
    while (!hasStopped() && (await takeOne()));
  });
  const takeDue = (): void => inHand.add(takeAll());

  const keepInTable = async ({ message }: Delivery, tenant: string): Promise<void> => {
    if (looking.isFullOf(job.topic, tenant)) throw new NoRoomNow('The table of what is due is full of the tenant');
    await due.keep(job.topic, message);
    someWait = true;
    if (slots.mayHaveRoomFor(tenant)) takeDue();
  };

  return {
    taken: slots.taken,
    takeDue,
    async deliver(delivery) {
      if (hasStopped()) throw new Error('The process is stopping');
      const tenant = tenantOf(delivery.message);
      if (!slots.enter(tenant)) return keepInTable(delivery, tenant);
      lastTurn = tenant;
      const begun = due.begin(job.topic, delivery.message);
      const done = begun.then((work) => work && doNow(work)).finally(() => leaveSlot(tenant));
      inHand.add(done.catch(() => undefined));
      await begun;
    },
    async stop() {
      stopping.abort();
      await inHand.drain();
    },
  };
}

/**
 * Does work that is in hand and notes what became of it; whether the next one of its key is due now. Where there is no room for
 * it there is none for the next: its slot waits with it.
 */
async function doAndSettle(
  { due, looking, ...deps }: JobInHandDeps,
  work: WorkInHand,
  { signal, stopping }: { signal: AbortSignal; stopping: AbortSignal },
): Promise<boolean> {
  const outcome = await attempt(deps, { ...work, signal });
  const { dueInMs } = await due.settle(work, outcome);
  if (dueInMs) looking.dueIn(deps.job.topic, dueInMs);
  if (outcome !== 'done' && 'inMs' in outcome && outcome.givenBack)
    await sleep(outcome.inMs, undefined, { signal: stopping }).catch(() => undefined);
  return dueInMs === 0;
}
