import { expect, it } from 'vitest';
import { createCaseRecovery, type CaseRecoveryDeps } from '../../../../src/commands/cases/caseRecovery.js';
import { EngineUnavailable, NotNow, TooMuchWaiting } from '../../../../src/engines/documents/documentEngine.js';
import { createLog } from '../../../../src/platform/log.js';
import type { UnreadCase } from '../../../../src/projections/cases/unreadCases.js';

const context = { tenant_id: '', correlation_id: 'c', actor: 'system' } as never;

/** Cases of a tenant, the oldest first. */
const casesOf = (tenant_id: string, count: number): UnreadCase[] =>
  Array.from({ length: count }, (_, n) => {
    const nth = String(n).padStart(4, '0');
    return { tenant_id, session_id: `${tenant_id}-${nth}`, created_at: `2026-01-01T00:00:00.${nth}Z` };
  });

type ReadOn = CaseRecoveryDeps['reader']['readOn'];

/** Recovers what is `unread`, which stays so, as if others were at all of it or the read model were late. */
const recoveryOf = (
  unread: readonly UnreadCase[],
  readOn: (session_id: string, handled: Parameters<ReadOn>[2], most: Parameters<ReadOn>[3]) => Promise<boolean>,
) =>
  createCaseRecovery({
    clock: () => new Date(),
    handler: { loadToErase: () => Promise.reject(new Error('not asked')) },
    cases: { handle: () => Promise.reject(new Error('not asked')) },
    reader: { readOn: (_context, session_id, handled, most) => readOn(session_id, handled, most) },
    queries: {
      withUnreadDocuments(after = []) {
        const behind = unread.filter(({ tenant_id, session_id }) =>
          after.every((last) => last.tenant_id !== tenant_id || last.session_id < session_id),
        );
        const tenants = new Set(behind.map(({ tenant_id }) => tenant_id));
        return Promise.resolve([...tenants].map((tenant) => behind.find(({ tenant_id }) => tenant_id === tenant)!));
      },
    },
    log: createLog('silent'),
  });

it('a tenant of which the engine takes no more now keeps no other waiting, however much of it is unread', async () => {
  const asked: string[] = [];
  const recovery = recoveryOf([...casesOf('full', 1_100), ...casesOf('other', 2)], (session_id) => {
    asked.push(session_id);
    return session_id.startsWith('full') ? Promise.reject(new TooMuchWaiting('full')) : Promise.resolve(true);
  });
  await recovery.recover(context);
  expect(asked.toSorted()).toEqual(['full-0000', 'other-0000', 'other-0001']);
});

it('a document that waits for a model keeps no other case of its tenant waiting', async () => {
  const asked: string[] = [];
  const recovery = recoveryOf(casesOf('one', 3), (session_id) => {
    asked.push(session_id);
    return session_id.endsWith('0000') ? Promise.reject(new NotNow('away', 300_000)) : Promise.resolve(true);
  });
  await recovery.recover(context);
  expect(asked).toEqual(['one-0000', 'one-0001', 'one-0002']);
});

it('an orphan is come to behind cases that others are reading, however many, and each is looked at once', async () => {
  const asked: string[] = [];
  const unread = casesOf('one', 300);
  await recoveryOf(unread, (session_id) => Promise.resolve(asked.push(session_id) > 0)).recover(context);
  expect(asked).toEqual(unread.map(({ session_id }) => session_id));
});

it('tenants have turns, of several side by side: none waits for all that another has', async () => {
  const begun: string[] = [];
  const inHand: (() => void)[] = [];
  const tenants = ['a', 'b', 'c', 'd', 'e', 'f'];
  const unread = tenants.flatMap((tenant) => casesOf(tenant, 3));
  const recovered = recoveryOf(unread, (session_id) => {
    begun.push(session_id);
    return new Promise((resolve) => inHand.push(() => resolve(true)));
  }).recover(context);
  let most = 0;
  for (let ended = 0; ended < unread.length; ended++) {
    await new Promise(setImmediate);
    most = Math.max(most, inHand.length);
    inHand.shift()?.();
  }
  await recovered;
  expect(most).toBe(4);
  for (const [nth, from] of [0, 6, 12].entries())
    expect(begun.slice(from, from + 6).toSorted()).toEqual(tenants.map((tenant) => `${tenant}-000${nth}`));
});

it('a turn is one document: a case with many keeps no other tenant waiting, and all of them are read', async () => {
  const begun: string[] = [];
  const documents = new Map<string, number>();
  const tenants = ['a', 'b', 'c', 'd', 'e'];
  const { value } = await recoveryOf(
    tenants.flatMap((tenant) => casesOf(tenant, 2)),
    (session_id, handled, most) => {
      begun.push(session_id);
      const read = documents.get(session_id) ?? 0;
      documents.set(session_id, read + 1);
      if (read < 20) handled.push({ events: [{ type: 'DocumentProcessed' }] } as never);
      return Promise.resolve(most !== 1);
    },
  ).recover(context);
  expect(begun.slice(0, 5)).toEqual(tenants.map((tenant) => `${tenant}-0000`));
  expect(value).toBe(5 * 2 * 20);
  // Each case once more than it has documents, as nobody else knows that there are no more.
  expect(new Set(documents.values())).toEqual(new Set([21]));
});

it('one that is left unread meanwhile is read beside what is being read of another tenant', async () => {
  const unread = casesOf('many', 2);
  const begun: string[] = [];
  const inHand: (() => void)[] = [];
  const recovered = recoveryOf(unread, (session_id) => {
    begun.push(session_id);
    return new Promise((resolve) => inHand.push(() => resolve(true)));
  }).recover(context);
  await new Promise(setImmediate);
  expect(begun).toEqual(['many-0000']);
  unread.push(...casesOf('new', 1));
  inHand.shift()?.();
  await new Promise(setImmediate);
  expect(begun).toEqual(['many-0000', 'many-0001', 'new-0000']);
  for (const end of inHand) end();
  await recovered;
});

it('no engine is no engine for all: what is unread waits for the next time', async () => {
  const asked: string[] = [];
  const recovery = recoveryOf([...casesOf('one', 50), ...casesOf('other', 50)], (session_id) => {
    asked.push(session_id);
    return Promise.reject(new EngineUnavailable('The document engine is shutting down.'));
  });
  await expect(recovery.recover(context)).rejects.toThrow(EngineUnavailable);
  expect(asked.length).toBeLessThanOrEqual(2);
});
