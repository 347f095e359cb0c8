import { describe, expect, it } from 'vitest';
import { assertUsableDefinition, retentionDaysOf } from '../../../../src/domain/agents/index.js';
import { caseRetainedUntil } from '../../../../src/domain/cases/caseRetention.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { completed, erased, expired, nine, opening } from '../../../support/caseStory.js';

const of = (retention_days: number | undefined, ...events: CaseEvent[]) => {
  const agent = { ...opening.agent, retention_days };
  const state = fold(caseRules, [{ type: 'CaseOpened', data: { ...opening, agent, opened_at: nine } }, ...events]);
  return state.status === 'not_opened' ? expect.unreachable() : caseRetainedUntil(state.case);
};

describe('until when a case is kept', () => {
  it.each([completed('completed', 'approved'), completed('failed', 'failed'), completed('review', 'review'), expired])(
    'is so many days after its end',
    (end) => expect(of(30, end)).toBe('2026-04-01T09:00:00.000Z'),
  );

  it('is not told while it collects, where the agent says nothing, and once it is erased', () => {
    expect(of(30)).toBeNull();
    expect(of(undefined, expired)).toBeNull();
    expect(of(30, expired, erased)).toBeNull();
  });
});

describe('the days of an agent', () => {
  it.each([1, 365, 3650])('can be %s', (retention_days) => {
    assertUsableDefinition({ retention_days });
    expect(retentionDaysOf({ retention_days })).toBe(retention_days);
  });

  it.each([0, -1, 3651, 1.5, '30', null])(
    'cannot be %j, and where they were stored so before they meant anything, are none',
    (days) => {
      expect(() => assertUsableDefinition({ retention_days: days })).toThrow(
        'definition.retention_days must be a whole number from 1 to 3650',
      );
      expect(retentionDaysOf({ retention_days: days })).toBeUndefined();
    },
  );
});
