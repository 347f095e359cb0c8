import type { FaultKind } from './faults.js';
import type { Network, Wayfarer } from './network.js';
import type { ElasticsearchServer } from '../support/elasticsearchServer.js';
import type { EventStoreServer } from '../support/eventStoreServer.js';
import { RoleProcess } from './roleProcess.js';
import { wayToDatabase, wayToElasticsearch, wayToEventStore, type Kafka } from './servers.js';

/** How many processes of each role there are all the time. */
const PROCESSES = { api: 2, projector: 1, relay: 2, worker: 2 } as const;

/** How many there are for a while only, beside them. */
const SPARE = { api: 0, projector: 1, relay: 0, worker: 1 } as const;

/** A role of the service. */
export type Role = keyof typeof PROCESSES;

/** What processes are made with. */
export interface ProcessesDeps {
  network: Network;
  databaseUrl: string;
  kafka: Kafka | undefined;
  eventStore: EventStoreServer | undefined;
  elasticsearch: ElasticsearchServer | undefined;
  /** Of all of them. */
  settings: Record<string, string>;
  /** By how many milliseconds the clock of a process is wrong. */
  clocks: ReadonlyMap<string, number>;
  logFolder: string;
  onMisbehaviour: (what: string) => void;
}

/** The processes of a stack. */
export interface Processes {
  /** Those that there are all the time. */
  regular: readonly RoleProcess[];
  /** Regular ones of a role. */
  ofRole(role: FaultKind): RoleProcess[];
  /** One of a role that is there for a while only, beside the regular ones. */
  spare(role: 'projector' | 'worker'): RoleProcess;
  /** Every one, spare ones included. */
  all: readonly RoleProcess[];
}

/** What a process is called. */
export interface ProcessName extends Wayfarer {
  role: Role;
  number: number;
  isSpare: boolean;
}

/** The names of all processes. */
export const processNames: readonly ProcessName[] = (Object.keys(PROCESSES) as Role[]).flatMap((role) =>
  Array.from({ length: PROCESSES[role] + SPARE[role] }, (_, number) => ({
    ...{ role, number, name: `${role}-${number}`, isSpare: number >= PROCESSES[role] },
  })),
);

/** Makes the processes, each with ways of its own to the servers; none is started. */
export async function createProcesses(deps: ProcessesDeps): Promise<Processes> {
  const { network, kafka, eventStore, elasticsearch, clocks, logFolder, onMisbehaviour } = deps;
  const all: RoleProcess[] = [];
  for (const one of processNames) {
    const { role, number, name } = one;
    const settings = {
      ...{ ...deps.settings, DATABASE_URL: await wayToDatabase(network, one, deps.databaseUrl) },
      ...(eventStore && { EVENTSTORE_URL: await wayToEventStore(network, one, eventStore) }),
      ...(elasticsearch && {
        ELASTICSEARCH_URL: await wayToElasticsearch(network, one, elasticsearch.port),
        FACE_INDEX: 'elasticsearch',
      }),
      ...(kafka && { KAFKA_BROKERS: `127.0.0.1:${kafka.wayOf(name)}` }),
    };
    const clockAheadMs = clocks.get(name) ?? 0;
    all.push(new RoleProcess({ role, number, settings, clockAheadMs, logFolder, onMisbehaviour }));
  }
  const isRegular = ({ role, number }: RoleProcess): boolean => number < PROCESSES[role];
  const regular = all.filter(isRegular);
  return {
    ...{ all, regular },
    ofRole: (role) => regular.filter((one) => one.role === role),
    spare(role) {
      const spare = all.find((one) => one.role === role && !isRegular(one));
      if (!spare) throw new Error(`There is no spare ${role}`);
      return spare;
    },
  };
}

/**
 * Starts the regular ones, first the one that makes the tables.
 * @throws Error when one is not ready in time
 */
export async function startProcesses({ regular: [first, ...others] }: Processes): Promise<void> {
  first?.start();
  await first?.ready();
  for (const one of others) one.start();
  await Promise.all(others.map((one) => one.ready()));
}
