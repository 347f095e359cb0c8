import { describe, expect, it } from 'vitest';
import { toPosition, type EventBatch, type RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import type { Step } from '../../../../src/projections/core/sink.js';
import { createWay } from '../../../../src/projections/core/way.js';
import { newEvent } from '../../../contract/eventStore/events.js';

/** An event at a place of the log. */
const eventAt = (position: number): RecordedEvent => ({
  ...newEvent('Noted'),
  ...{ stream: 's', revision: 0n, position: toPosition(position), recorded_at: '2026-01-02T03:04:05.678Z' },
});

/** A batch that ends there, with one event or none. */
const batchTo = (position: number, how: 'event' | 'empty'): EventBatch => ({
  events: how === 'event' ? [eventAt(position)] : [],
  ...{ position: toPosition(position), live: false },
});

/** A way through such batches, by a clock that goes on so many milliseconds with each; gives back what was written. */
function wayThrough(batches: readonly EventBatch[], msPerBatch = 0) {
  const steps: { events: number; from: number; to: number }[] = [];
  let ms = 0;
  const eventStore = {
    async *subscribe() {
      for (const batch of batches) {
        ms += msPerBatch;
        yield await Promise.resolve(batch);
      }
    },
  };
  const codec = {
    openBatch: (recorded: readonly RecordedEvent[]) =>
      Promise.resolve(recorded.map((one) => ({ recorded: one, event: one as never }))),
  };
  const building = {
    reached: { position: undefined, events: 0 },
    take({ events, from, to }: Step) {
      steps.push({ events: events.length, from: Number(from ?? 0), to: Number(to) });
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  const going = { onTaken: () => undefined, signal: new AbortController().signal };
  const way = createWay({ eventStore, codec, now: () => ms }, { eventTypes: ['Noted'] }, building, going);
  return { way, steps };
}

describe('the way of a rebuild', () => {
  const stretch = (from: number, to: number): EventBatch[] =>
    Array.from({ length: to - from + 1 }, (_, n) => batchTo(from + n, 'empty'));

  it('is not written step by step where nothing is to be taken, but with what comes next, and at the end', async () => {
    const { way, steps } = wayThrough([...stretch(1, 49), batchTo(50, 'event'), ...stretch(51, 90)]);
    expect(await way.reach(toPosition(80))).toBe(true);
    expect(steps).toEqual([
      { events: 1, from: 0, to: 50 },
      { events: 0, from: 50, to: 80 },
    ]);
  });

  it('is written once a second there, so that who goes on after a kill does not look through all of it again', async () => {
    const { way, steps } = wayThrough(stretch(1, 35), 100);
    expect(await way.reach(toPosition(35))).toBe(true);
    expect(steps.map(({ to }) => to)).toEqual([10, 20, 30, 35]);
  });

  it('is written up to where it is left', async () => {
    const { way, steps } = wayThrough([batchTo(1, 'event'), ...stretch(2, 90)]);
    let asked = 0;
    expect(await way.reach(toPosition(90), () => (asked += 1) > 20)).toBe(false);
    expect(steps).toEqual([
      { events: 1, from: 0, to: 1 },
      { events: 0, from: 1, to: 20 },
    ]);
  });
});
