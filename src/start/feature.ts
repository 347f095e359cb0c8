import type { AgentDirectory } from '../commands/agents/agentDirectory.js';
import type { DocumentTypeCatalog } from '../commands/documentTypes/documentTypeCatalog.js';
import type { AgentDefinitions } from '../commands/agents/agentDefinitions.js';
import type { Commands } from '../commands/core/commands.js';
import type { CommandHandler } from '../commands/core/commandHandler.js';
import type { FaceRegisters } from '../commands/faces/searchFaces.js';
import type { SearchTexts } from '../commands/savedSearches/searchTexts.js';
import type { GiveUp } from '../commands/operations/parkedWorkCommands.js';
import type { DocumentEngine } from '../engines/documents/documentEngine.js';
import type { FaceEngine } from '../engines/faces/faceEngine.js';
import type { Listener } from '../engines/language/listener.js';
import type { RuleChecks } from '../engines/rules/ruleChecks.js';
import type { Config } from '../platform/config.js';
import type { BulkKind } from '../platform/bulkWork/bulkWork.js';
import type { Migration } from '../platform/database/migrate.js';
import type { SealedVectors } from '../platform/sealing/sealedVectors.js';
import type { ProcessProbes } from '../platform/health.js';
import type { Log } from '../platform/log.js';
import type { ReadModels } from '../projections/core/readModels.js';
import type { Queries } from '../projections/core/queries.js';
import type { Sink } from '../projections/core/sink.js';
import type { Picks, RouteAgain, Routes } from '../workers/core/relay.js';
import type { Schedule } from '../workers/core/schedules.js';
import type { Work } from '../workers/core/work.js';
import type { Stores } from './stores.js';

/** What the commands of a feature are made with. */
export interface CommandParts extends Stores {
  handler: CommandHandler;
  /** What agents were at a revision. */
  definitions: AgentDefinitions;
  /** Agents and document types as their streams have them now. */
  agents: AgentDirectory;
  documentTypes: DocumentTypeCatalog;
  engine: DocumentEngine & FaceEngine;
  /** The numbers of faces in registers, as they are kept. */
  sealedVectors: SealedVectors;
  /** The same faces, to be looked through: opened once for all who do. */
  registers: FaceRegisters;
  /** What saved searches say of somebody who is erased. */
  searchTexts: SearchTexts;
  rules: RuleChecks;
  /** Understands what people write, where there is a language model. */
  listener?: Listener | undefined;
  config: Config;
  log: Log;
  /** The queries of all features. */
  queries: Queries;
  /** What ends whatever waits for work of a topic that is dropped. */
  giveUp: ReadonlyMap<string, GiveUp>;
}

/** What queries are made with beside read models. */
export type QueryParts = Pick<Stores, 'eventStore' | 'searchCluster'>;

/** What a read model that is not kept in tables is written with. */
export interface SinkParts extends Stores {
  config: Config;
  log: Log;
}

/** What a feature's work in the background is done with. */
export interface WorkerParts extends Stores {
  commands: Commands;
  queries: Queries;
  config: Config;
  log: Log;
}

/** What tells how a feature does. */
export type WatchParts = Pick<Stores, 'database' | 'eventStore' | 'clock' | 'searchCluster'> & { config: Config };

/**
 * A relay of a feature's own, with a checkpoint of its own. For events that were there before there was work for them: while an
 * upgrade is under way the relay of all work may be one of the older version, which passes over what it does not know.
 */
export interface OwnRelay {
  name: string;
  routes: Routes;
  picks: Picks;
}

/**
 * All that a feature brings to the service, but for its events and its projections, which are in `stored.ts`. Its controllers are
 * found by themselves, in its folder of `src/api`.
 */
export interface Feature {
  /** Read models that are not kept in tables. */
  sinks?(parts: SinkParts): readonly Sink[];
  queries(readModels: ReadModels, parts: QueryParts): Partial<Queries>;
  commands(parts: CommandParts): Partial<Commands>;
  /** What comes over the bus. */
  work?: readonly Work[];
  /** Puts work on the bus that the relay of all work does not. */
  ownRelay?: OwnRelay;
  /** Events that hand out work again as it once was, by their type. */
  handsOutAgain?: { readonly [type: string]: RouteAgain };
  /** What is done by the clock; each tick by one of the workers. */
  schedules?(parts: WorkerParts): readonly Schedule[];
  /** Lets a process tell, to probes and at scrapes, how the feature does in the whole installation. */
  watch?(parts: WatchParts, probes: ProcessProbes): void;
  /** What each worker does all the time. Gives back how to stop it. */
  background?(parts: WorkerParts): () => Promise<void>;
  /** Kinds of work over many. */
  bulkWork?(parts: WorkerParts): readonly BulkKind[];
  /** Tables beside those of its projections. */
  migrations?: readonly Migration[];
}

/** What all features of a list make together: `Queries` or `Commands`, if none is missing. */
type Together<Features extends readonly Feature[], Part extends 'queries' | 'commands'> = (
  Features[number] extends infer One extends Feature
    ? One extends unknown
      ? (made: ReturnType<One[Part]>) => void
      : never
    : never
) extends (made: infer All) => void
  ? All
  : never;

/** The queries of all features. */
export const queriesOf = <const Features extends readonly Feature[]>(
  features: Features,
  { readModels, ...parts }: Pick<Stores, 'readModels'> & QueryParts,
): Together<Features, 'queries'> =>
  Object.assign({}, ...features.map((feature) => feature.queries(readModels, parts))) as Together<Features, 'queries'>;

/** The commands of all features. */
export const commandsOf = <const Features extends readonly Feature[]>(
  features: Features,
  parts: CommandParts,
): Together<Features, 'commands'> =>
  Object.assign({}, ...features.map((feature) => feature.commands(parts))) as Together<Features, 'commands'>;
