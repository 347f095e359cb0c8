import { expect, it } from 'vitest';
import { createLogLag } from '../../../src/platform/eventStore/logLag.js';
import type { StoreUnderTest } from '../eventStore.js';
import { newEvent, newEvents, unique } from './events.js';

/** Whether a look is over in the time that the service gives it hangs on the machine, and is not what is asked here. */
const ANY_TIME_MS = 60_000;

/** What can be told of how far somebody is behind the log. */
export function lagContract(tried: () => StoreUnderTest): void {
  it('is the age of the first event behind a position that is of the types, and 0 where there is none', async () => {
    const { store } = tried();
    const type = unique('Waits');
    const before = await store.append(unique('stream'), newEvents('Noted', 3), 'no_stream');
    const lagOf = createLogLag(store, [type], () => new Date(), ANY_TIME_MS);
    expect(await lagOf(before.position)).toBe(0);
    const { position } = await store.append(unique('stream'), [newEvent(type)], 'no_stream');
    await store.append(unique('stream'), [newEvent(`${type}Else`), ...newEvents('Noted', 3)], 'no_stream');
    expect(await lagOf(before.position)).toBeGreaterThan(0);
    expect(await createLogLag(store, [type], () => new Date(), ANY_TIME_MS)(before.position)).toBeGreaterThan(0);
    expect(await lagOf(position)).toBe(0);
    expect(await lagOf(before.position)).toBeGreaterThan(0);
  });
}
