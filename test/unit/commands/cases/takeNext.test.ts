import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { createTakeNext } from '../../../../src/commands/cases/takeNext.js';
import { caseStream } from '../../../../src/domain/cases/case.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import type { WaitingCase } from '../../../../src/projections/cases/caseQueries.js';
import { completed, opened } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let waiting: WaitingCase[];
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

/** Cases in review that nobody has, as a read model shows them that is late: also those that were taken since. */
beforeEach(async () => {
  waiting = [];
  for (let count = 0; count < 3; count += 1) {
    const session_id = randomUUID();
    const stream = caseStream(session_id);
    const events = [opened, completed('review', 'review')].map(
      (event) => ({ ...event, data: { ...event.data, session_id } }) as CaseEvent,
    );
    const metadata = { ...anyone, mode: 'live' as const, occurred_at: core.clock().toISOString() };
    await core.eventStore.append(stream, await core.codec.encode(stream, events, metadata), 'no_stream');
    waiting.push({ session_id, tenant_id: anyone.tenant_id, created_at: '2026-03-02T09:00:00.000Z' });
  }
});

const take = async (actor: string, context = anyone): Promise<string | undefined> => {
  const queries = { waiting: (_: unknown, __: number, after?: WaitingCase) => Promise.resolve(after ? [] : waiting) };
  const takeNext = createTakeNext({ ...core, cases: createCaseHandler(core.handler), queries });
  return (await takeNext(context, {}, actor)).value?.session_id;
};
const idOf = (index: number): string | undefined => waiting[index]?.session_id;

describe('a request for the next case', () => {
  it('that is sent again, as its answer was lost, is given the same case, whoever took the others since', async () => {
    const request = { ...anyone, command_id: randomUUID() };
    expect(await take('jane', request)).toBe(idOf(0));
    expect(await take('bob')).toBe(idOf(1));
    expect(await take('jane', request)).toBe(idOf(0));
    expect(await take('carla')).toBe(idOf(2));
  });

  it('that broke off before it took the case which it had reserved takes that one, and another where somebody was faster', async () => {
    const broken = { ...anyone, command_id: randomUUID() };
    const failing = { ...core.handler, handle: () => Promise.reject(new Error('The process died')) };
    const queries = { waiting: () => Promise.resolve(waiting) };
    const takeNext = createTakeNext({ ...core, cases: createCaseHandler(failing), queries });
    await expect(takeNext(broken, {}, 'jane')).rejects.toThrow('died');
    expect(await take('bob')).toBe(idOf(0));
    expect(await take('jane', broken)).toBe(idOf(1));
  });

  it('passes over a case that is being erased, and one whose key is lost', async () => {
    await core.subjectKeys.erase(caseStream(idOf(0)!), {});
    await core.database.knex('subject_keys').where({ subject: caseStream(idOf(1)!) }).update({ wrapped_key: Buffer.alloc(60) }); // prettier-ignore
    expect(await take('jane')).toBe(idOf(2));
  });
});
