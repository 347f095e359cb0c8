import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import type { OverviewSearch } from './overviewSearch.js';

/** A set that watches for drift, and what its newest run that came to an end says of it. */
export interface SetDrift {
  set: Schemas['GovernanceSetView'];
  /** Undefined where none has. */
  run: Schemas['GovernanceRunView'] | undefined;
  drift: Schemas['GovernanceDriftView'] | undefined;
}

/** Most sets that are looked at; governance has all of them. */
const MOST_SETS = 200;

/** Runs among which the newest that came to an end is looked for. */
const NEWEST_RUNS = 10;

/** What the sets that watch for drift say, those with alarms first. @throws Refused */
export async function readDrifts(
  { goal, document_type }: Pick<OverviewSearch, 'goal' | 'document_type'>,
  signal: AbortSignal,
): Promise<SetDrift[]> {
  const sets = dataOf(await api.GET('/v1/governance', { params: { query: { limit: MOST_SETS } }, signal }));
  const watching = sets.filter(
    ({ config, context_id }) =>
      config.drift !== undefined &&
      (document_type === undefined || context_id === document_type) &&
      (goal === undefined || config.goal === undefined || config.goal === goal),
  );
  const drifts = await Promise.all(
    watching.map(async (set): Promise<SetDrift> => {
      const params = { path: { governance_id: set.id }, query: { limit: NEWEST_RUNS } };
      const runs = dataOf(await api.GET('/v1/governance/{governance_id}/runs', { params, signal }));
      const run = runs.find(({ status, summary }) => status === 'completed' && summary.drift);
      return { set, run, drift: run?.summary.drift };
    }),
  );
  const alarmsOf = ({ drift }: SetDrift): number => drift?.alarms.length ?? 0;
  return drifts.toSorted((one, other) => alarmsOf(other) - alarmsOf(one));
}
