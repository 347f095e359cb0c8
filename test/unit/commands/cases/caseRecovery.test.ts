import { expect, it } from 'vitest';
import { createCaseRecovery } from '../../../../src/commands/cases/caseRecovery.js';
import { EngineUnavailable, TooMuchWaiting } from '../../../../src/engines/documents/documentEngine.js';
import { createLog } from '../../../../src/platform/log.js';

const context = { tenant_id: '', correlation_id: 'c', actor: 'system' } as never;

/** The oldest first: a thousand cases of one tenant and behind them one of another. */
const unread = [
  ...Array.from({ length: 1_100 }, (_, n) => ({ session_id: `full-${n}`, tenant_id: 'full' })),
  { session_id: 'other-1', tenant_id: 'other' },
];

const recoveryOf = (readOn: (session_id: string) => Promise<boolean>) =>
  createCaseRecovery({
    reader: { readOn: (_context, session_id) => readOn(session_id) },
    queries: {
      withUnreadDocuments: (limit, { cases = [], tenants = [] } = {}) =>
        Promise.resolve(
          unread
            .filter(({ session_id, tenant_id }) => !cases.includes(session_id) && !tenants.includes(tenant_id))
            .slice(0, limit)
            .map(({ session_id }) => session_id),
        ),
    },
    log: createLog('silent'),
  });

it('a tenant of which the engine takes no more now keeps no other waiting, however much of it is unread', async () => {
  const read: string[] = [];
  const recovery = recoveryOf((session_id) => {
    if (session_id.startsWith('full')) return Promise.reject(new TooMuchWaiting('full'));
    read.push(session_id);
    return Promise.resolve(true);
  });
  await recovery.recover(context);
  expect(read).toEqual(['other-1']);
});

it('no engine is no engine for all: what is unread waits for the next time', async () => {
  const asked: string[] = [];
  const recovery = recoveryOf((session_id) => {
    asked.push(session_id);
    return Promise.reject(new EngineUnavailable('The document engine is shutting down.'));
  });
  await expect(recovery.recover(context)).rejects.toThrow(EngineUnavailable);
  expect(asked).toHaveLength(1);
});
