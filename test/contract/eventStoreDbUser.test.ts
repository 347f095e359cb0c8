import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDenied, type EventStore } from '../../src/platform/eventStore/eventStore.js';
import { createEventStoreDb } from '../../src/platform/eventStore/eventStoreDb.js';
import { makeEventStoreDbUser } from '../../src/platform/eventStore/eventStoreDbUser.js';
import { createLog } from '../../src/platform/log.js';
import { startSecureDouble, type SecureDouble } from '../support/eventStoreDbDouble/secureDouble.js';
import { all, follow, ids, newEvents, unique } from './eventStore/events.js';

describe('the user of the service in EventStoreDB', () => {
  let server: SecureDouble;
  const opened: EventStore[] = [];
  const open = (url: string): EventStore => {
    const store = createEventStoreDb({ url, log: createLog('fatal') });
    opened.push(store);
    return store;
  };

  const silent = createServer((socket) => void socket.on('error', () => undefined));
  const startSilentServer = async (): Promise<number> => {
    await once(silent.listen(0, 'localhost'), 'listening');
    return (silent.address() as AddressInfo).port;
  };

  beforeEach(async () => {
    server = await startSecureDouble();
  });
  afterEach(async () => {
    silent.close();
    await Promise.all(opened.splice(0).map((store) => store.close()));
    server.kill();
  });

  it('is made with its password, and may then append, read streams and follow the whole log', async () => {
    const url = server.urlOf('service', 'p:w@1/2');
    await expect(open(url).ping()).rejects.toBeInstanceOf(EventStoreDenied);
    expect(await makeEventStoreDbUser({ adminUrl: server.urlOf('admin'), url })).toBe('service');
    const [store, stream, events] = [open(url), unique('stream'), newEvents('Noted', 3)];
    await store.append(stream, events, 'no_stream');
    expect(ids(await all(store.readStream(stream)))).toEqual(ids(events));
    const follower = follow(store);
    expect(ids(await follower.received(3))).toEqual(ids(events));
    await follower.stop();
  });

  it('is given another password where it is there, and takes from nobody what he may read', async () => {
    await server.allowAll(['$admins', 'auditor']);
    const adminUrl = server.urlOf('admin');
    for (const password of ['first', 'second']) {
      await makeEventStoreDbUser({ adminUrl, url: server.urlOf('attest', password) });
    }
    await expect(open(server.urlOf('attest', 'first')).ping()).rejects.toBeInstanceOf(EventStoreDenied);
    await open(server.urlOf('attest', 'second')).ping();
    await open(adminUrl).ping();
    expect(await server.readersOfAll()).toEqual(['$admins', 'auditor', 'attest']);
  });

  it.each([
    ['refuses to be spoken to', () => Promise.resolve(1)],
    ['takes connections and says nothing', startSilentServer],
  ])('is made where the first host of a cluster %s', async (_, portOfFirst) => {
    const first = await portOfFirst();
    const adminUrl = server.urlOf('admin').replace('localhost:', `localhost:${first},localhost:`);
    const url = server.urlOf('service', 'password');
    await makeEventStoreDbUser({ adminUrl, url });
    await open(url).ping();
  });

  it('is made by an administrator alone', async () => {
    const url = server.urlOf('service', 'password');
    await expect(makeEventStoreDbUser({ adminUrl: server.urlOf('attest'), url })).rejects.toThrow('Access Denied');
    await expect(makeEventStoreDbUser({ adminUrl: server.urlOf(''), url })).rejects.toThrow('have to name a user');
  });

  it('who may not read $all may append and read streams, and is told what is missing', async () => {
    const store = open(server.urlOf('attest'));
    const stream = unique('stream');
    await store.append(stream, newEvents('Noted', 1), 'no_stream');
    expect(await all(store.readStream(stream))).toHaveLength(1);
    for (const ask of [() => store.head(), () => store.ping()]) {
      await expect(ask()).rejects.toBeInstanceOf(EventStoreDenied);
      await expect(ask()).rejects.toThrow(/read \$all: .* \$acl\.\$r/);
    }
  });

  it('has a subscription begin by itself once it may read $all', async () => {
    const store = open(server.urlOf('attest'));
    const events = newEvents('Noted', 2);
    await store.append(unique('stream'), events, 'no_stream');
    const follower = follow(store);
    await expect(store.ping()).rejects.toBeInstanceOf(EventStoreDenied);
    await server.allowAll(['$admins', 'attest']);
    expect(ids(await follower.received(2))).toEqual(ids(events));
    await follower.stop();
  });
});
