import { Controller, Extension, Get, Query, Route, Tags } from '@tsoa/runtime';
import { DomainError } from '../../domain/core/decider.js';
import type { Moment, TenantId } from '../../domain/core/text.js';
import type { DecisionFigures, DecisionsAsked } from '../../projections/analytics/decisionQueries.js';
import type { Call } from '../http/call.js';
import { dayOfMoment, daysUntil } from './days.js';
import type { ComparedView, DecisionsView } from './decisionsContract.js';

/** How decisions turn out, and why. */
@Route('v1/analytics/decisions')
@Tags('Analytics')
export class DecisionsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Says how the cases that were opened in some days turned out: rates of outcomes, reasons, the time to a decision, and the fields that were
   * corrected or read with little confidence most. Replays and tests do not count. With `compare_until` or `compare_version` the same figures
   * of other days, or of another version of the agent, stand beside them, with what changed since.
   * @summary Decision statistics
   * @param tenant_id Tenant whose cases are counted; empty or left out: all that the key may see
   * @param days How many days, the last one included
   * @isInt days
   * @minimum days 1
   * @maximum days 365
   * @param until The last of these days; today where it is left out
   * @param goal Only cases of the agents with this goal
   * @param version Only cases of agents in this version
   * @param document_type Only cases in which a document was read as this type, and these documents
   * @param group_by Tells the figures apart by this as well
   * @param below_percent A field is read with little confidence where it is below so many percent; rounded down to a multiple of 5
   * @isInt below_percent
   * @minimum below_percent 5
   * @maximum below_percent 100
   * @param compare_until The last of as many other days to compare with
   * @param compare_version Another version to compare with; `version` and `goal` are needed beside it
   */
  @Get()
  @Extension('x-read-model', 'case_figures')
  async getDecisionStatistics(
    @Query() tenant_id?: TenantId,
    @Query() days = 30,
    @Query() until?: Moment,
    @Query() goal?: string,
    @Query() version?: string,
    @Query() document_type?: string,
    @Query() group_by?: 'day' | 'goal' | 'version' | 'document_type',
    @Query() below_percent = 80,
    @Query() compare_until?: Moment,
    @Query() compare_version?: string,
  ): Promise<DecisionsView> {
    if (compare_version !== undefined && (goal === undefined || version === undefined)) {
      throw new DomainError(
        'invalid',
        'The field `compare_version` needs `goal` and `version` beside it: the agent, and the version that is compared with it',
      );
    }
    const { queries, clock } = this.call.services;
    const last = dayOfMoment(until ?? clock().toISOString());
    const asked = {
      days: daysUntil(this.call.tenantFilter(tenant_id), last, days),
      ...{ goal, version, document_type, below_percent },
    };
    const figures = await this.figuresOf(asked);
    const groups = group_by === undefined ? null : await queries.analytics.decisionsBy(asked, group_by);
    const compared =
      compare_until === undefined && compare_version === undefined
        ? null
        : await this.compare(figures, {
            ...asked,
            days: daysUntil(
              asked.days.tenant_id,
              compare_until === undefined ? last : dayOfMoment(compare_until),
              days,
            ),
            version: compare_version ?? version,
          });
    return { ...figures, groups, compared };
  }

  private async figuresOf(asked: DecisionsAsked) {
    const { analytics } = this.call.services.queries;
    const { first, last } = asked.days;
    return { ...{ first, last }, ...(await analytics.decisions(asked)), fields: await analytics.fields(asked) };
  }

  private async compare(figures: DecisionFigures, asked: DecisionsAsked): Promise<ComparedView> {
    const other = await this.figuresOf(asked);
    return { ...other, version: asked.version ?? null, change: changeSince(other, figures) };
  }
}

/** What is more now than it was, and less where it is below zero. */
function changeSince(before: DecisionFigures, now: DecisionFigures): ComparedView['change'] {
  const difference = (rate: keyof DecisionFigures['rates']): number =>
    Math.round((now.rates[rate] - before.rates[rate]) * 10_000) / 10_000;
  return {
    ...{ completed: difference('completed'), review: difference('review'), denied: difference('denied') },
    ...{ failed: difference('failed'), by_person: difference('by_person') },
    average_time_to_decision_ms: now.time_to_decision_ms.average - before.time_to_decision_ms.average,
  };
}
