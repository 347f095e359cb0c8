import { afterEach, expect, it } from 'vitest';
import { EventStoreUnavailable } from '../../../src/platform/eventStore/eventStore.js';
import { until } from '../../support/until.js';
import type { StoreUnderTest } from '../eventStore.js';
import { all, follow, ids, newEvent, newEvents, unique } from './events.js';

/** What holds when connections break. */
export function failureContract(tried: () => StoreUnderTest): void {
  let refused = false;
  const refuse = async (): Promise<void> => {
    refused = true;
    await tried().network.refuse();
  };
  const allow = async (): Promise<void> => {
    if (refused) await tried().network.allow();
    refused = false;
  };
  const works = () =>
    until(() =>
      tried()
        .store.ping()
        .then(
          () => true,
          () => undefined,
        ),
    );
  afterEach(async () => {
    await allow();
    tried().network.appear();
    tried().network.cut();
    await works();
  });

  it('says that the store is unavailable, whatever is asked of it', async () => {
    const { store } = tried();
    const stream = unique('stream');
    await refuse();
    const asked = {
      append: store.append(stream, [newEvent('Noted')], 'no_stream'),
      read: all(store.readStream(stream)),
      'last revision': store.lastRevision(stream),
      head: store.head(),
      end: store.end(),
      ping: store.ping(),
    };
    const answers = await Promise.all(
      Object.entries(asked).map(
        async ([name, answer]) => [name, await answer.catch((error: unknown) => error)] as const,
      ),
    );
    expect(answers.filter(([, answer]) => !(answer instanceof EventStoreUnavailable))).toEqual([]);
  });

  it('works again once the store is back', async () => {
    const { store } = tried();
    const stream = unique('stream');
    await refuse();
    await expect(store.ping()).rejects.toBeInstanceOf(EventStoreUnavailable);
    await allow();
    await works();
    const event = newEvent('Noted');
    await store.append(stream, [event], 'no_stream');
    expect(ids(await all(store.readStream(stream)))).toEqual([event.id]);
  });

  it('bridges a short outage within an append that can be repeated safely', async () => {
    const { store } = tried();
    const stream = unique('stream');
    await refuse();
    const appended = store.append(stream, newEvents('Noted', 2), 'no_stream');
    await allow();
    expect((await appended).revision).toBe(1n);
    expect(await all(store.readStream(stream))).toHaveLength(2);
  });

  it.each(['no_stream', 0n] as const)(
    'appends once, expecting %s, though the answer to the first try is lost',
    async (expected) => {
      const { store, direct, network } = tried();
      const stream = unique('stream');
      const events = newEvents('Noted', 2);
      if (expected === 0n) await store.append(stream, [newEvent('Noted')], 'no_stream');
      await store.ping();
      network.holdAnswers();
      const appended = store.append(stream, events, expected);
      await until(async () =>
        (await all(direct.readStream(stream))).some(({ id }) => id === events[1]?.id) ? true : undefined,
      );
      network.cut();
      const { revision } = await appended;
      const stored = await all(direct.readStream(stream, { from: expected === 0n ? 1n : 0n }));
      expect(ids(stored)).toEqual(ids(events));
      expect(stored.at(-1)?.revision).toBe(revision);
    },
  );

  it('resumes a live subscription behind its last event each time the connection breaks', async () => {
    const { store, direct, network } = tried();
    const type = unique('Type');
    const follower = follow(store, { after: await direct.head(), typePrefixes: [type] });
    await follower.live();
    const events = newEvents(type, 40);
    for (const [n, event] of events.entries()) {
      await direct.append(unique('stream'), [event], 'no_stream');
      if (n % 10 === 5) network.cut();
      if (n % 10 === 7) await follower.received(n);
    }
    await follower.received(events.length);
    await follower.stop();
    expect(ids(follower.events)).toEqual(ids(events));
  });

  it('resumes a subscription that breaks while it catches up', async () => {
    const { store, direct, network } = tried();
    const type = unique('Type');
    const after = await direct.head();
    const events = newEvents(type, 600);
    for (let n = 0; n < 600; n += 100) await direct.append(unique('stream'), events.slice(n, n + 100), 'no_stream');
    const received: string[] = [];
    for await (const batch of store.subscribe({ after, typePrefixes: [type], batchSize: 50 })) {
      if (received.length % 200 === 0) network.cut();
      received.push(...ids(batch.events));
      if (received.length >= events.length) break;
    }
    expect(received).toEqual(ids(events));
  });

  it('goes on appending when its connections die without a word', async () => {
    const { store, direct, network } = tried();
    await store.ping();
    network.vanish();
    const streams = Array.from({ length: 5 }, () => unique('stream'));
    const events = newEvents('Noted', 2);
    const appended = await Promise.all(streams.map((stream) => store.append(stream, events, 'no_stream')));
    expect(appended.map(({ revision }) => revision)).toEqual([1n, 1n, 1n, 1n, 1n]);
    for (const stream of streams) expect(ids(await all(direct.readStream(stream)))).toEqual(ids(events));
  });

  it('appends once, though the network died without a word behind the first try', async () => {
    const { store, direct, network } = tried();
    const stream = unique('stream');
    const events = newEvents('Noted', 2);
    await store.ping();
    network.holdAnswers();
    expect((await store.append(stream, events, 'no_stream')).revision).toBe(1n);
    expect(ids(await all(direct.readStream(stream)))).toEqual(ids(events));
  });

  it('says that the store is unavailable while its host is away without a word, and works when that is back', async () => {
    const { store, network } = tried();
    await store.ping();
    network.vanish('newToo');
    await expect(store.ping()).rejects.toBeInstanceOf(EventStoreUnavailable);
    await expect(store.append(unique('stream'), [newEvent('Noted')], 'no_stream')).rejects.toBeInstanceOf(
      EventStoreUnavailable,
    );
    network.appear();
    await until(() =>
      store.append(unique('stream'), [newEvent('Noted')], 'no_stream').then(
        () => true,
        () => undefined,
      ),
    );
  });

  it('resumes a live subscription whose connection died without a word', async () => {
    const { store, direct, network } = tried();
    const type = unique('Type');
    const follower = follow(store, { after: await direct.head(), typePrefixes: [type] });
    await follower.live();
    const events = newEvents(type, 3);
    await direct.append(unique('stream'), events.slice(0, 1), 'no_stream');
    await follower.received(1);
    network.vanish();
    await direct.append(unique('stream'), events.slice(1), 'no_stream');
    expect(ids(await follower.received(3))).toEqual(ids(events));
    await follower.stop();
  });

  it('resumes a subscription as soon as another call gets through, however long it would have waited', async () => {
    const { patient, direct } = tried();
    const type = unique('Type');
    await refuse();
    const follower = follow(patient, { after: await direct.head(), typePrefixes: [type] });
    await expect(patient.ping()).rejects.toBeInstanceOf(EventStoreUnavailable);
    const events = newEvents(type, 2);
    await direct.append(unique('stream'), events, 'no_stream');
    await allow();
    await until(() =>
      patient.ping().then(
        () => follower.events[1],
        () => undefined,
      ),
    );
    expect(ids(follower.events)).toEqual(ids(events));
    await follower.stop();
  });

  it('lets a subscription outlast an outage that it began in', async () => {
    const { store, direct } = tried();
    const type = unique('Type');
    const after = await direct.head();
    await refuse();
    const follower = follow(store, { after, typePrefixes: [type] });
    const events = newEvents(type, 3);
    await direct.append(unique('stream'), events, 'no_stream');
    await allow();
    expect(ids(await follower.received(3))).toEqual(ids(events));
    await follower.stop();
  });
}
