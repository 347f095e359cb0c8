/** What a run of the suites is to stand on, beside the database. */
interface AskedServers {
  /** Events in EventStoreDB: the server of `TEST_EVENTSTORE`, else its double for the wire. */
  eventStore: boolean;
  /** The bus of a real Kafka broker. */
  kafka: boolean;
  /** Searches in a real Elasticsearch. */
  elasticsearch: boolean;
}

/** What a stack can be, and what each of them asks for. */
const STACKS: Readonly<Record<string, AskedServers>> = {
  embedded: { eventStore: false, kafka: false, elasticsearch: false },
  eventstore: { eventStore: true, kafka: false, elasticsearch: false },
  distributed: { eventStore: true, kafka: true, elasticsearch: false },
  elasticsearch: { eventStore: false, kafka: false, elasticsearch: true },
  everything: { eventStore: true, kafka: true, elasticsearch: true },
};

/**
 * What the environment asks for: a stack by its name (`embedded`, which is the default, `eventstore`, `distributed`, `elasticsearch` or
 * `everything`), and the servers that are given beside it. A real event store that is given is used, whatever the bus is.
 * @throws Error for a stack that there is not
 */
export function askedServers(env: NodeJS.ProcessEnv, variable: 'ACCEPTANCE_STACK' | 'CHAOS_STACK'): AskedServers {
  const asked = STACKS[env[variable] ?? 'embedded'];
  if (!asked) throw new Error(`${variable} takes ${Object.keys(STACKS).join(', ')}`);
  return { ...asked, eventStore: asked.eventStore || env['TEST_EVENTSTORE'] !== undefined };
}
