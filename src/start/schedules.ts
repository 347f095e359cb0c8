import { forgetOldAnswers } from '../api/http/idempotency/keptAnswers.js';
import type { Schedule } from '../workers/core/schedules.js';
import type { Feature, WorkerParts } from './feature.js';
import { features } from './features.js';

/** What workers do by the clock; each tick is run by one of them. */
export const schedulesOf = (parts: WorkerParts): readonly Schedule[] => [
  {
    ...{ name: 'kept-answers', cron: '*/10 * * * *', actor: 'system' },
    run: () => forgetOldAnswers(parts.database.knex),
  },
  ...features.flatMap((feature: Feature) => feature.schedules?.(parts) ?? []),
];
