import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreUnavailable, type EventStore } from '../../src/platform/eventStore/eventStore.js';
import { createEventStoreDb } from '../../src/platform/eventStore/eventStoreDb.js';
import { createLog } from '../../src/platform/log.js';
import { startEventStoreDbDouble } from '../support/eventStoreDbDouble/double.js';
import { startEventStoreServer, type EventStoreServer } from '../support/eventStoreServer.js';
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.js';
import { until } from '../support/until.js';
import { all, follow, ids, newEvent, newEvents, unique } from './eventStore/events.js';

const log = createLog('fatal');

/** What only EventStoreDB can do to its client; beyond the contract that all stores share. */
describe('the event store in EventStoreDB', () => {
  let server: EventStoreServer;
  let network: TcpProxy;
  let store: EventStore;
  let impatient: EventStore;
  let direct: EventStore;

  beforeEach(async () => {
    server = await startEventStoreServer();
    network = await startTcpProxy({ host: '127.0.0.1', port: server.port });
    const url = server.url.replace(String(server.port), String(network.port));
    store = createEventStoreDb({ url, log });
    impatient = createEventStoreDb({ url, log, answerMs: 200 });
    direct = createEventStoreDb({ url: server.url, log });
  });
  afterEach(async () => {
    await Promise.all([store.close(), impatient.close(), direct.close()]);
    await network.close();
    await server.close();
  });

  const storeIsBack = () =>
    until(() =>
      store.ping().then(
        () => true,
        () => undefined,
      ),
    );
  const restart = async (): Promise<void> => {
    await server.kill();
    await server.start();
  };

  it('has no head and is live at once while there are only system events', async () => {
    expect(await store.head()).toBeUndefined();
    expect(await store.end()).toBeDefined();
    const follower = follow(store);
    await follower.live();
    await follower.stop();
    expect(follower.batches).toEqual([{ events: [], position: 0n, live: true }]);
  });

  it('goes on from the beginning when it resumes before the first event', async () => {
    const follower = follow(store);
    await follower.live();
    await restart();
    const events = newEvents('Noted', 3);
    await store.append(unique('stream'), events, 'no_stream');
    expect(ids(await follower.received(3))).toEqual(ids(events));
    await follower.stop();
  });

  it('waits for no answer of a server that stands still, and has written once what is asked again when it goes on', async () => {
    const stream = unique('stream');
    const event = newEvent('Noted');
    await store.append(unique('stream'), [newEvent('Noted')], 'no_stream');
    server.stall();
    await expect(impatient.append(stream, [event], 'no_stream')).rejects.toBeInstanceOf(EventStoreUnavailable);
    await expect(all(impatient.readStream(stream))).rejects.toBeInstanceOf(EventStoreUnavailable);
    await expect(impatient.head()).rejects.toBeInstanceOf(EventStoreUnavailable);
    server.goOn();
    await storeIsBack();
    await store.append(stream, [event], 'no_stream');
    expect(ids(await all(store.readStream(stream)))).toEqual([event.id]);
  });

  it('comes through again, and follows on, where a connection was begun that nobody ever answers', async () => {
    const url = server.url.replace(String(server.port), String(network.port));
    const renewing = createEventStoreDb({ url, log, answerMs: 200, renewMs: 500 });
    const first = newEvent('Noted');
    await renewing.append(unique('stream'), [first], 'no_stream');
    const follower = follow(renewing);
    await follower.received(1);
    network.stall(); // connections are taken, and nothing goes through
    network.cut();
    // Until it is one of those that are taken, and not the one that was cut, which is waited for.
    await until(() => renewing.ping().catch((error: unknown) => /in time/.test(String(error)) || undefined));
    network.vanish(); // neither end hears that the other is gone
    network.flow();
    await until(() =>
      renewing.ping().then(
        () => true,
        () => undefined,
      ),
    );
    const second = newEvent('Noted');
    await renewing.append(unique('stream'), [second], 'no_stream');
    expect(ids(await follower.received(2))).toEqual(ids([first, second]));
    await follower.stop();
    await renewing.close();
  });

  it('repeats an append over a restart of the server without a second copy', async () => {
    const stream = unique('stream');
    const events = newEvents('Noted', 2);
    await store.ping();
    network.holdAnswers();
    const appended = store.append(stream, events, 'no_stream');
    await until(async () => (await all(direct.readStream(stream)))[1]);
    await restart();
    // The server can take longer to be back than an append is repeated: then it is unknown to who asked, and asked again.
    const { revision } = await appended.catch(() =>
      storeIsBack().then(() => store.append(stream, events, 'no_stream')),
    );
    expect(revision).toBe(1n);
    expect(ids(await all(store.readStream(stream)))).toEqual(ids(events));
  });

  it('follows on after the server was killed and started again', async () => {
    const events = newEvents('Noted', 40);
    const follower = follow(store);
    for (let n = 0; n < 40; n += 10) {
      await store.append(unique('stream'), events.slice(n, n + 10), 'no_stream');
      await follower.received(n + 5);
      await restart();
      await storeIsBack();
    }
    await follower.received(40);
    await follower.stop();
    expect(ids(follower.events)).toEqual(ids(events));
  });

  it('follows on after the server stood still and went on', async () => {
    const events = newEvents('Noted', 20);
    const follower = follow(store);
    for (let n = 0; n < 20; n += 10) {
      await store.append(unique('stream'), events.slice(n, n + 10), 'no_stream');
      server.stall();
      await expect(impatient.ping()).rejects.toBeInstanceOf(EventStoreUnavailable);
      server.goOn();
      await storeIsBack();
    }
    await follower.received(20);
    await follower.stop();
    expect(ids(follower.events)).toEqual(ids(events));
  });

  it('says so when a stream was deleted by an operator, and does not call it unavailable', async () => {
    const stream = unique('stream');
    await store.append(stream, [newEvent('Noted')], 'no_stream');
    const client = EventStoreDBClient.connectionString(server.url);
    await client.tombstoneStream(stream);
    await client.dispose();
    const asked = [() => store.append(stream, [newEvent('Noted')], 0n), () => all(store.readStream(stream))];
    for (const ask of asked) {
      const error = await ask().catch((reason: unknown) => reason);
      expect(error).not.toBeInstanceOf(EventStoreUnavailable);
      expect(String(error)).toContain('stream-deleted');
    }
  });
});

/** What only the double can be asked for. */
describe('the event store in EventStoreDB, on the double', () => {
  it('does not wait for an append that was written and is never answered, and finds it written once', async () => {
    const server = await startEventStoreDbDouble({ batchAppend: true });
    const [store, impatient] = [{}, { answerMs: 200 }].map((more) =>
      createEventStoreDb({ url: server.url, log, ...more }),
    );
    const stream = unique('stream');
    const event = newEvent('Noted');
    server.fallSilent();
    await expect(impatient?.append(stream, [event], 'no_stream')).rejects.toBeInstanceOf(EventStoreUnavailable);
    server.kill();
    await server.restart();
    await until(() =>
      store?.ping().then(
        () => true,
        () => undefined,
      ),
    );
    expect(store && ids(await all(store.readStream(stream)))).toEqual([event.id]);
    await Promise.all([store?.close(), impatient?.close()]);
    server.kill();
  });

  it('resumes when the server drops it for being slow', async () => {
    const server = await startEventStoreDbDouble({ batchAppend: true });
    const store = createEventStoreDb({ url: server.url, log });
    const text = 'x'.repeat(10_000);
    const events = Array.from({ length: 400 }, () => newEvent('Noted', { text }));
    const received: string[] = [];
    for await (const batch of store.subscribe({ batchSize: 5 })) {
      if (batch.live && batch.events.length === 0 && received.length === 0) {
        for (const event of events) await store.append(unique('stream'), [event], 'no_stream');
        await until(() => (server.dropped() > 0 ? true : undefined));
      }
      received.push(...ids(batch.events));
      if (received.length >= events.length) break;
    }
    expect(received).toEqual(ids(events));
    await store.close();
    server.kill();
  });
});
