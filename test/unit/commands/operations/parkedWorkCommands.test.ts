import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createParkedWorkCommands } from '../../../../src/commands/operations/parkedWorkCommands.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core.close());

it('dropping that is repeated under its key answers as it did, and under another one is refused', async () => {
  const parkedWork = createParkedWorkCommands({ ...core, giveUp: new Map() });
  const parked_id = randomUUID();
  await parkedWork.park(anyone, {
    ...{ parked_id, message_id: 'm', topic: 't', key: 'k', type: 'T', payload: {}, error: 'No engine', attempts: 10 },
  });
  const context = { ...anyone, command_id: randomUUID() };
  const first = await parkedWork.drop(context, parked_id);
  expect(await parkedWork.drop(context, parked_id)).toEqual(first);
  await expect(parkedWork.drop({ ...anyone, command_id: randomUUID() }, parked_id)).rejects.toMatchObject({
    reason: 'conflict',
  });
});
