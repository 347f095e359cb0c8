import { expect, it } from 'vitest';
import {
  BATCH_BYTES,
  toPosition,
  type EventBatch,
  type JsonObject,
  type RecordedEvent,
} from '../../../../src/platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../../../src/platform/eventStore/openedBytes.js';
import { newEvent } from '../../../contract/eventStore/events.js';

const MIB = 1024 * 1024;
const blobOf = (size: number): JsonObject => ({ $sealed_blob: { key: 'sealed/x', sha256: '', size } });
const at = (position: number, data: JsonObject): RecordedEvent => ({
  ...newEvent('Read', data),
  ...{ stream: 's', revision: BigInt(position), position: toPosition(position) },
  recorded_at: '2026-01-02T03:04:05.678Z',
});

/** What comes of batches: the positions of the events of each, where it ends, and whether that is the end of the log. */
async function cut(...batches: EventBatch[]) {
  const pieces: [number[], number, boolean][] = [];
  const source = (async function* () {
    yield* await Promise.resolve(batches);
  })();
  for await (const { events, position, live } of cutByOpenedBytes(source)) {
    pieces.push([events.map((event) => Number(event.position)), Number(position), live]);
  }
  return pieces;
}

it('cuts a batch so that values in the blob store are opened up to so many bytes at a time', async () => {
  const events = [1, 2, 3, 4, 5].map((n) => at(n, { one: blobOf(2 * MIB), other: blobOf(MIB) }));
  expect(await cut({ events, position: toPosition(9), live: true })).toEqual([
    [[1, 2], 2, false],
    [[3, 4], 4, false],
    [[5], 9, true],
  ]);
});

it('leaves a batch whole that is small, and has an event alone that is larger than may be', async () => {
  const small = [1, 2].map((n) => at(n, { text: 'x', value: { $sealed: 'y' }, none: null }));
  const large = [3, 4, 5].map((n) => at(n, n === 4 ? { value: blobOf(BATCH_BYTES + 1) } : {}));
  expect(
    await cut(
      { events: small, position: toPosition(2), live: false },
      { events: large, position: toPosition(5), live: false },
      { events: [], position: toPosition(7), live: true },
    ),
  ).toEqual([
    [[1, 2], 2, false],
    [[3], 3, false],
    [[4], 4, false],
    [[5], 5, false],
    [[], 7, true],
  ]);
});
