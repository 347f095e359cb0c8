import { describe, expect, it } from 'vitest';
import { onBehalfOf, whoAsks } from '../../../../src/platform/database/onBehalfOf.js';
import { createAnnouncer } from '../../../../src/platform/eventStore/announcer.js';
import { until } from '../../../support/until.js';

/** Announcements that end when they are told to. */
function announcements() {
  const under: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  const happened = createAnnouncer(() => new Promise<void>((resolve, reject) => void under.push({ resolve, reject })));
  return { under, happened, begun: (count: number) => until(() => under.length >= count || undefined) };
}

describe('an announcer', () => {
  it('tells once of all that happened while the announcement before was under way', async () => {
    const { under, happened, begun } = announcements();
    happened();
    await begun(1);
    for (let n = 0; n < 50; n++) happened();
    expect(under).toHaveLength(1);
    under[0]?.resolve();
    await begun(2);
    under[1]?.resolve();
    await new Promise(setImmediate);
    expect(under).toHaveLength(2);
  });

  it('tells it as the service, whoever it was that had it happen', async () => {
    const told: (string | undefined)[] = [];
    const happened = createAnnouncer(() => Promise.resolve(void told.push(whoAsks() ?? 'the service')));
    onBehalfOf('a', happened);
    await until(() => told.length || undefined);
    expect(told).toEqual(['the service']);
  });

  it('goes on after an announcement that failed', async () => {
    const { under, happened, begun } = announcements();
    happened();
    await begun(1);
    under[0]?.reject(new Error('away'));
    await new Promise(setImmediate);
    happened();
    await begun(2);
    under[1]?.resolve();
  });
});
