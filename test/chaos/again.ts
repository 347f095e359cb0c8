import type { FaultKind } from './faults.js';

/** All that decides how a seed goes. */
export interface SeedSettings {
  seed: number;
  runs: number;
  /** On the bus of Kafka instead of the one in Postgres. */
  kafka: boolean;
  /** With events in EventStoreDB instead of Postgres. */
  eventStore: boolean;
  /** With searches in Elasticsearch instead of Postgres. */
  elasticsearch: boolean;
  /** The kinds of faults that it has; all that the stack knows where it is left out. */
  only?: readonly FaultKind[] | undefined;
}

/** The command that does a seed again: the same faults at the same moments of the same load. */
export function commandFor({ seed, runs, kafka, eventStore, elasticsearch, only }: SeedSettings): string {
  const stack = [kafka && '--kafka', eventStore && '--eventstore', elasticsearch && '--elasticsearch'];
  const given = [`--seeds ${seed} --runs ${runs}`, ...stack, only && `--only ${only.join(',')}`];
  return `npm run chaos -- ${given.filter((one) => one).join(' ')}`;
}
