import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { caseStream } from '../../../../src/domain/cases/case.js';
import type { Mode } from '../../../../src/domain/core/mode.js';
import { createAnalyticsQueries } from '../../../../src/projections/analytics/analyticsQueries.js';
import { caseFiguresProjection } from '../../../../src/projections/analytics/caseFigures.js';
import type { Days } from '../../../../src/projections/analytics/figures.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { completed, endedAt, erased, nine, ofCase, opened, read, received, ten } from '../../../support/caseStory.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';

let core: Core;
let projector: Projector;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: [caseFiguresProjection] });
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

/** Takes events as they are. */
const asTold = { initial: undefined, decide: (events: CaseEvent[]) => events, evolve: () => undefined };

/** Tells of a case what happened to it. */
async function tell(
  session_id: string,
  story: readonly CaseEvent[],
  { tenant_id = 'acme', version = '1', mode = 'live' }: { tenant_id?: string; version?: string; mode?: Mode } = {},
): Promise<void> {
  const events = story.map((event) => {
    const data = { ...event.data, session_id };
    if (event.type !== 'CaseOpened') return { ...event, data } as CaseEvent;
    return { ...event, data: { ...data, tenant_id, agent: { ...event.data.agent, version } } } as CaseEvent;
  });
  const context = { ...anyone, tenant_id, mode };
  await core.handler.handle({ stream: caseStream(session_id), decider: asTold, command: events, context });
}

const judged = (status: 'completed' | 'review' | 'failed', reason_codes: string[]): CaseEvent => {
  const { data, type } = completed(status, status === 'completed' ? 'approved' : status);
  return { type, data: { ...data, reason_codes } } as CaseEvent;
};
const decided: CaseEvent = {
  type: 'CaseDecided',
  data: {
    ...{ ...endedAt(ten), decision: 'approve', status: 'completed', reason: null },
    ...{ decided_by: 'key:k1', decided_at: ten },
  },
};
const corrected: CaseEvent = {
  type: 'DocumentCorrected',
  data: {
    ...{ ...ofCase, doc_id: 'd1', document_type: 'passport', fields: ['surname'], changes: null, reason: null },
    ...{ actor: null, corrected_by: 'key:k1', validity: null, result: null, corrected_at: ten },
    reason_codes: ['value_corrected'],
  },
};
const asked: CaseEvent = {
  type: 'DocumentsRequested',
  data: {
    ...{ ...ofCase, items: [{ document_type: 'passport', code: 'glare' }], texts: null, doc_ids: ['d1'], actor: null },
    ...{ requested_by: 'key:k1', requested_at: ten },
  },
};
const replayed: CaseEvent = {
  type: 'CaseReplayRequested',
  data: { ...ofCase, replay_of: 'another', requested_at: nine },
};
const expired: CaseEvent = { type: 'CaseExpired', data: { ...endedAt(ten), expired_at: ten } };
const seen = (confidence_percent: { [field: string]: number }): CaseEvent => {
  const { data, type } = read('d1', 'passport');
  return { type, data: { ...data, confidence_percent } } as CaseEvent;
};

const days = (tenant_id?: string): Days => ({ tenant_id, first: '2026-03-02', last: '2026-03-02' });
const caughtUp = async () =>
  passed(core.database.knex, [caseFiguresProjection], (await core.eventStore.head()) ?? expect.unreachable());

describe('figures of cases', () => {
  it(
    'are, after any history and however it came, what a rebuild makes of the log, and add up to its cases',
    { timeout: 120_000 },
    async () => {
      const stories: CaseEvent[][] = [
        [opened],
        [opened, received('d1', 0), seen({ surname: 95, birth_date: 40 }), judged('completed', [])],
        [opened, received('d1', 0), seen({ surname: 60 }), judged('review', ['low_confidence']), corrected, decided],
        [opened, judged('review', ['document_missing']), asked, received('d1', 0), judged('failed', [])],
        [opened, judged('review', ['document_missing']), decided, erased],
        [opened, replayed, received('d1', 0), seen({ surname: 60 }), judged('completed', [])],
        [opened, expired, erased],
      ];
      const happened = fc.array(
        fc.record({
          story: fc.constantFrom(...stories),
          tenant_id: fc.constantFrom('acme', 'other', ''),
          version: fc.constantFrom('1', '2'),
          mode: fc.constantFrom('live' as const, 'live' as const, 'test' as const),
          apart: fc.boolean(),
        }),
        { minLength: 5, maxLength: 25 },
      );
      let live = 0;
      await fc.assert(
        fc.asyncProperty(happened, async (cases) => {
          for (const { story, apart, ...of } of cases) {
            const id = randomUUID();
            if (of.mode === 'live') live += 1;
            if (apart) for (const event of story) await tell(id, [event], of);
            else await tell(id, story, of);
          }
          await caughtUp();
          const rows = await rowsOf(core.database.knex, caseFiguresProjection);
          await rebuildProjection(core, caseFiguresProjection);
          expect(await rowsOf(core.database.knex, caseFiguresProjection)).toEqual(rows);
          expect(await createAnalyticsQueries(core.readModels).usage(days())).toMatchObject({ total_cases: live });
        }),
        { numRuns: 6, endOnFailure: true },
      );
    },
  );

  it('say of each tenant and version what came of its cases, replays and tests apart, also once these are erased', async () => {
    const of = { tenant_id: 'apart' };
    await tell(
      randomUUID(),
      [opened, received('d1', 0), seen({ surname: 95, birth_date: 40 }), judged('completed', [])],
      of,
    );
    await tell(
      randomUUID(),
      [
        opened,
        received('d1', 0),
        seen({ surname: 75 }),
        judged('review', ['low_confidence']),
        corrected,
        decided,
        erased,
      ],
      { ...of, version: '2' },
    );
    await tell(randomUUID(), [opened, replayed, judged('review', ['document_missing'])], of);
    await tell(randomUUID(), [opened, judged('completed', [])], { ...of, mode: 'test' });
    await caughtUp();
    const analytics = createAnalyticsQueries(core.readModels);
    expect(await analytics.usage(days('apart'))).toEqual({
      ...{ total_cases: 3, completed_cases: 2, review_cases: 1, denied_cases: 0, failed_cases: 0 },
      ...{ total_documents: 2, documents_by_type: { passport: 2 }, total_executions: 0 },
      avg_case_duration_ms: 1_200_000,
    });
    const asking = { days: days('apart'), goal: 'onboarding', below_percent: 80 };
    const second = await analytics.decisions({ ...asking, version: '2' });
    expect(second).toMatchObject({
      ...{ judged: 1, cases: { total: 1, completed: 1, by_person: 1 }, rates: { completed: 1, by_person: 1 } },
      reasons: [{ code: 'value_corrected', cases: 1, rate: 1 }],
      time_to_decision_ms: { count: 1, average: 3_600_000 },
    });
    expect(await analytics.decisions(asking)).toMatchObject({ judged: 2, rates: { completed: 1, by_person: 0.5 } });
    expect(await analytics.fields(asking)).toEqual([
      {
        ...{ document_type: 'passport', field: 'surname', read: 2, corrected: 1 },
        ...{ below_confidence: 1, below_confidence_rate: 0.5 },
      },
      {
        ...{ document_type: 'passport', field: 'birth_date', read: 1, corrected: 0 },
        ...{ below_confidence: 1, below_confidence_rate: 1 },
      },
    ]);
    const byVersion = await analytics.decisionsBy(asking, 'version');
    expect(byVersion.map(({ value, judged: of }) => [value, of])).toEqual([
      ['1', 1],
      ['2', 1],
    ]);
    expect(await analytics.decisionsBy({ ...asking, document_type: 'passport' }, 'document_type')).toMatchObject([
      { value: 'passport', judged: 2 },
    ]);
  });

  it('of a batch are written once, however many cases it is of', async () => {
    await projector.stop();
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): void => void statements.push(sql);
    for (let count = 0; count < 20; count += 1) await tell(randomUUID(), [opened, judged('completed', [])]);
    core.database.knex.on('query', note);
    projector = startProjector({ ...core, projections: [caseFiguresProjection] });
    await caughtUp();
    core.database.knex.off('query', note);
    expect(statements.filter((sql) => sql.includes('insert into case_figures')).length).toBeLessThanOrEqual(2);
  });
});
