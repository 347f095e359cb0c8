import { afterAll, beforeAll, describe } from 'vitest';
import type { EventStore } from '../../src/platform/eventStore/eventStore.js';
import type { TcpProxy } from '../support/tcpProxy.js';
import { appendContract } from './eventStore/append.js';
import { failureContract } from './eventStore/failure.js';
import { lagContract } from './eventStore/lag.js';
import { readContract } from './eventStore/read.js';
import { subscribeContract } from './eventStore/subscribe.js';

/** A store to try, and the means to trouble it. Its log may hold other events already. */
export interface StoreUnderTest {
  /** The store, which reaches its server through `network`. */
  store: EventStore;
  /** The same log around `network`, to see what is in it while the network is broken. */
  direct: EventStore;
  /** Another through `network`, whose subscriptions wait an hour before they try again by themselves. */
  patient: EventStore;
  network: TcpProxy;
  close(): Promise<void>;
}

/** What every event store promises; run against each adapter. */
export function eventStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let tried: StoreUnderTest;
    beforeAll(async () => {
      tried = await open();
    });
    afterAll(() => tried.close());

    describe('append', () => appendContract(() => tried));
    describe('readStream', () => readContract(() => tried));
    describe('subscribe', () => subscribeContract(() => tried));
    describe('a lag', () => lagContract(() => tried));
    describe('a broken network', () => failureContract(() => tried));
  });
}
