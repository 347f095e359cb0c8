/** What a run of the suites is to stand on, beside the database. */
interface AskedServers {
  /** Events in EventStoreDB: the server of `TEST_EVENTSTORE`, else its double for the wire. */
  eventStore: boolean;
  /** The bus of a real Kafka broker. */
  kafka: boolean;
}

/** What a stack can be, and what each of them asks for. */
const STACKS: Readonly<Record<string, AskedServers>> = {
  embedded: { eventStore: false, kafka: false },
  eventstore: { eventStore: true, kafka: false },
  distributed: { eventStore: true, kafka: true },
};

/**
 * What the environment asks for: a stack by its name (`embedded`, which is the default, `eventstore` or `distributed`), and the
 * servers that are given beside it. A real event store that is given is used, whatever the bus is.
 * @throws Error for a stack that there is not
 */
export function askedServers(env: NodeJS.ProcessEnv, variable: 'ACCEPTANCE_STACK' | 'CHAOS_STACK'): AskedServers {
  const asked = STACKS[env[variable] ?? 'embedded'];
  if (!asked) throw new Error(`${variable} takes ${Object.keys(STACKS).join(', ')}`);
  return { ...asked, eventStore: asked.eventStore || env['TEST_EVENTSTORE'] !== undefined };
}
