import { expect, it } from 'vitest';
import type { Message } from '../../../../src/platform/bus/bus.js';
import { inOrderPerKey } from '../../../../src/platform/bus/inOrderPerKey.js';
import { createPartitions } from '../../../../src/platform/bus/partitions.js';
import { createLog } from '../../../../src/platform/log.js';
import { createWorkInProgress } from '../../../../src/platform/workInProgress.js';

const message = { id: '1', key: 'k', type: 'T', payload: {} };

it.each([
  ['without an id', { ...message, id: null }],
  ['whose key is no text', { ...message, key: 5 }],
  ['whose key no table takes', { ...message, key: 'k\0' }],
  ['without a type', { ...message, type: undefined }],
  ['without work', { ...message, payload: undefined }],
  ['that is nothing', null],
  ['that is a list', [message]],
])('what is no message, %s, is passed over and waited for by nobody', async (_what, foreign) => {
  const handled: string[] = [];
  const queue = inOrderPerKey<Message>(1, ({ id }) => Promise.resolve(handled.push(id) > 0));
  const work = createWorkInProgress();
  const nothing = (): void => undefined;
  const partitions = createPartitions({
    ...{ topic: 't', queue, work, log: createLog('silent') },
    ...{ pause: nothing, resume: nothing },
  });
  const messages = [foreign, message].map((one, offset) => ({
    ...{ offset: String(offset), value: Buffer.from(JSON.stringify(one)) },
  }));
  partitions.takeIn({ partition: 0, messages } as never, () => true, nothing);
  await work.drain();
  expect(handled).toEqual(['1']);
  expect(partitions.toCommit()).toEqual([{ partition: 0, offset: '2' }]);
});
