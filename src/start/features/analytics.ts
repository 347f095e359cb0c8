import { createAnalyticsQueries } from '../../projections/analytics/analyticsQueries.js';
import type { Feature } from '../feature.js';

/** Figures of cases, runs and deliveries, which are added up as events come. */
export const analytics = {
  queries: (readModels) => ({ analytics: createAnalyticsQueries(readModels) }),
  commands: () => ({}),
} satisfies Feature;
