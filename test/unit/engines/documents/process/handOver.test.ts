import { describe, expect, it } from 'vitest';
import {
  createReadingTurns,
  MOST_HANDED_OVER,
  packReadings,
} from '../../../../../src/engines/documents/process/handOver.js';
import type { PageReading } from '../../../../../src/engines/documents/reading/pageReading.js';

const page = (words: number): PageReading => ({
  ...{ number: 1, width: 1, height: 1, source: 'text_layer', turn: 0 },
  lines: Array.from({ length: words }, (_, n) => ({ text: `word ${String(n)}` })) as never,
});

const service = (mayGoOn: () => boolean) => ({ opened: () => undefined, mayGoOn: () => Promise.resolve(mayGoOn()) });

describe('a document that may give way', () => {
  it('asks behind each page, and goes on with what was read when it was told to give way', async () => {
    let asked = 0;
    const read = [page(3), page(2)];
    const first = createReadingTurns(
      undefined,
      service(() => ++asked < 2),
    );
    expect([await first.mayGoOn(read.slice(0, 1)), await first.mayGoOn(read)]).toEqual([true, false]);
    expect(
      createReadingTurns(
        packReadings(read),
        service(() => true),
      ).read,
    ).toEqual(read);
  });

  it('does not where more was read than may be handed over: it goes on to its end without asking', async () => {
    const turns = createReadingTurns(
      undefined,
      service(() => false),
    );
    const large = [page(200_000)];
    expect(packReadings(large).byteLength).toBeGreaterThan(MOST_HANDED_OVER);
    expect(await turns.mayGoOn(large)).toBe(true);
    expect(await turns.mayGoOn([...large, page(1)])).toBe(true);
  });
});
