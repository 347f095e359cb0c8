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
}

/** The command that does a seed again: the same faults at the same moments of the same load. */
export const commandFor = ({ seed, runs, kafka, eventStore, elasticsearch }: SeedSettings): string =>
  `npm run chaos -- --seeds ${seed} --runs ${runs}${kafka ? ' --kafka' : ''}${eventStore ? ' --eventstore' : ''}${elasticsearch ? ' --elasticsearch' : ''}`;
