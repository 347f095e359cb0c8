import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { createExecutionCommands } from '../../src/commands/executions/executionCommands.js';
import { createExecutionRecorder } from '../../src/commands/executions/executionRecorder.js';
import { createDocumentTypeCatalog } from '../../src/commands/documentTypes/documentTypeCatalog.js';
import { createCommandHandler } from '../../src/commands/core/commandHandler.js';
import type { CaseDocument } from '../../src/domain/cases/caseDocument.js';
import type { Execution } from '../../src/domain/executions/execution.js';
import { loadConfig } from '../../src/platform/config.js';
import { createLog } from '../../src/platform/log.js';
import { allProjections, followersWith, sinksOf } from '../../src/start/features.js';
import { checkpointKey, readCheckpoints } from '../../src/projections/core/checkpoints.js';
import { createDocumentTypeQueries } from '../../src/projections/documentTypes/documentTypesProjection.js';
import type { CaseWith } from '../../src/projections/cases/caseQueries.js';
import { caseDocumentsTable, casesProjection, casesTable } from '../../src/projections/cases/casesProjection.js';
import {
  createExecutionQueries,
  executionsProjection,
  executionsTable,
  executionStepsTable,
  toStep,
  type StepRow,
} from '../../src/projections/executions/executionsProjection.js';
import { lookForErased, type Erasures } from './erasures.js';
import { governanceRunsProjection } from '../../src/projections/governance/governanceRunsProjection.js';
import { FACE_BULK } from '../../src/commands/faceBulk/faceBulkKind.js';
import { GOVERNANCE } from '../../src/commands/governance/governanceKind.js';
import type { GovernanceRun } from '../../src/domain/governance/index.js';
import { tableName } from '../../src/projections/core/projection.js';
import { rebuildProjection } from '../support/rebuildProjection.js';
import { createClosing } from '../../src/start/closing.js';
import { openStores } from '../../src/start/openStores.js';
import type { Stores } from '../../src/start/stores.js';
import { sweepInterruptedRuns } from '../../src/workers/executions/sweepInterruptedRuns.js';
import { sweepBlobs } from '../../src/workers/operations/sweepBlobs.js';
import { rowsOf } from '../support/readModels.js';
import type { Governed } from './governanceProofs.js';
import type { HistoryEvent } from './proofs.js';
import { judgeSearch, readIndexes } from './searchProofs.js';
import type { ChaosStack } from './stack.js';

/** Looks into what a stack has stored, from outside its processes. */
export interface Inspection extends Stores {
  /** Fails what killed processes left `running`, as the sweep does once such runs are old enough. */
  sweep(): Promise<void>;
  /** Deletes the files that nothing names, as the sweep does a day after they were stored. Nothing may be under way. */
  sweepFiles(): Promise<void>;
  /** Schedules of every minute that nobody has run for a minute and a half, or that ran in the future. */
  overdueSchedules(): Promise<string[]>;
  /** True when every read model has reached the end of the log. */
  isProjected(): Promise<boolean>;
  /** The whole log, in the clear. */
  history(): Promise<HistoryEvent[]>;
  /** The read model of executions. */
  executions(): Promise<Execution[]>;
  /** The read model of cases. */
  cases(): Promise<CaseWith<CaseDocument>[]>;
  /** The read model of governance runs. */
  governanceRuns(): Promise<GovernanceRun[]>;
  /** What governance runs found out, as far as it is kept. */
  governed(): Promise<Governed[]>;
  /** Ids of the searches for many faces that there are. */
  faceSearchIds(): Promise<string[]>;
  /** Whether work over many has ended, and whoever is to be told of its end was. */
  isAllWorkTold(): Promise<boolean>;
  /** SHA-256 of a stored file, in hex; undefined where it cannot be read. */
  hashOfFile(key: string): Promise<string | undefined>;
  /** How many erasures were begun and are not done everywhere. */
  unfinishedErasures(): Promise<number>;
  /** What there is of what was erased. */
  erasures(): Promise<Erasures>;
  /** What a rebuild makes otherwise than it was, as sentences. */
  differencesAfterRebuild(): Promise<string[]>;
  /** What is found in a search index otherwise than in the database, as sentences; none where there is no index. */
  differencesOfSearch(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens the stores of a stack. */
export async function inspect(stack: ChaosStack): Promise<Inspection> {
  const { databaseUrl, eventStoreUrl, elasticsearchUrl, elasticsearchPrefix, dataDir, masterKey } = stack;
  const log = createLog('error');
  const closing = createClosing(log);
  const config = loadConfig({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('hex') },
    EVENTSTORE_URL: eventStoreUrl,
    ELASTICSEARCH_URL: elasticsearchUrl,
    ELASTICSEARCH_PREFIX: elasticsearchPrefix,
  });
  const onLost = (reason: Error): never => {
    throw reason;
  };
  const stores = await openStores({ config, log, closing, onLost });
  const { database, eventStore, codec } = stores;
  const { knex } = database;
  const followers = followersWith(sinksOf({ ...stores, config, log }));
  const indexes =
    elasticsearchUrl === undefined ? undefined : readIndexes(elasticsearchUrl, config.elasticsearchPrefix);

  const difference = async (projection: (typeof allProjections)[number]): Promise<string[]> => {
    const live = await rowsOf(knex, projection);
    await rebuildProjection({ ...stores, log }, projection);
    const rebuilt = await rowsOf(knex, projection);
    if (isDeepStrictEqual(rebuilt, live)) return [];
    const other = rebuilt.find((row, index) => !isDeepStrictEqual(row, live[index]));
    return [
      `the read model ${projection.name} had ${live.length} rows, and ${rebuilt.length} after a rebuild; now it has ${JSON.stringify(other)}`,
    ];
  };
  return {
    ...stores,
    async sweep() {
      const parts = { ...stores, handler: createCommandHandler(stores), log };
      const lists = createDocumentTypeQueries(stores.readModels);
      const commands = createExecutionCommands({
        ...{ ...parts, recorder: createExecutionRecorder(parts), longestRunMs: 12 * 3_600_000 },
        // As if it were tomorrow: what runs now is then older than any run may get. What is recorded of it is of today.
        clock: () => new Date(Date.now() + 24 * 3_600_000),
        engine: { process: noEngine },
        documentTypes: createDocumentTypeCatalog(parts, lists),
        executions: createExecutionQueries(stores.readModels),
        forgetAnswers: () => Promise.resolve(),
        forgetRows: () => Promise.resolve(true),
        searchTexts: { naming: () => Promise.resolve([]), eraseTexts: noEngine },
      });
      const id = randomUUID();
      const context = { tenant_id: '', actor: 'test:sweep', correlation_id: id, causation_id: id };
      await sweepInterruptedRuns(context, commands, log);
    },
    async sweepFiles() {
      await sweepBlobs({ ...stores, log, unnamedMs: 0 }, new AbortController().signal);
    },
    async overdueSchedules() {
      const { rows } = await knex.raw<{ rows: { name: string }[] }>(
        `select name from unnest(?::text[]) name
         where not exists (select from due_work
           where topic = 'schedule.' || name.name and due_at between now() - interval '30 seconds' and now() + interval '1 minute')`,
        [EVERY_MINUTE],
      );
      return rows.map(({ name }) => name);
    },
    async isProjected() {
      const head = (await eventStore.head()) ?? -1n;
      const checkpoints = await readCheckpoints(knex);
      const at = new Map(checkpoints.map((one) => [checkpointKey(one), one.position ?? -1n]));
      return followers.every((follower) => (at.get(checkpointKey(follower)) ?? -1n) >= head);
    },
    async history() {
      const events: HistoryEvent[] = [];
      for await (const batch of eventStore.subscribe({ batchSize: 500 })) {
        events.push(...((await codec.decodeBatch(batch.events)) as HistoryEvent[]));
        if (batch.live) break;
      }
      return events;
    },
    async executions() {
      const [executions, steps] = await Promise.all(
        [executionsTable, executionStepsTable].map((table) =>
          knex(tableName(executionsProjection, table)).orderBy('revision'),
        ),
      );
      const of = ({ execution_id }: Execution) =>
        (steps as StepRow[]).filter((step) => step.execution_id === execution_id).map(toStep);
      return (executions as Execution[]).map((one) => ({ ...one, steps: of(one) }));
    },
    async cases() {
      const [cases, documents] = await Promise.all(
        [casesTable, caseDocumentsTable].map((table) => knex(tableName(casesProjection, table)).orderBy('row_key')),
      );
      const of = ({ session_id }: { session_id: string }) =>
        (documents as (CaseDocument & { session_id: string })[]).filter(
          (document) => document.session_id === session_id,
        );
      return (cases as CaseWith<CaseDocument>[]).map((one) => ({ ...one, documents: of(one) }));
    },
    governanceRuns: () => knex(tableName(governanceRunsProjection, governanceRunsProjection.tables[0]!)),
    governed: () => knex('governance_results').select('run_id', 'session_id', 'doc_id'),
    faceSearchIds: () => knex('face_bulk_jobs').pluck<string[]>('id'),
    isAllWorkTold: async () => (await untoldJobs(knex)) === 0,
    async hashOfFile(key) {
      const bytes = await stores.blobs.read(key).catch(() => undefined);
      return bytes && createHash('sha256').update(bytes).digest('hex');
    },
    unfinishedErasures: async () =>
      (await stores.subjectKeys.unfinishedErasures({ seconds: 0, limit: 1_000, except: [] })).length,
    erasures: () => lookForErased(stores, indexes),
    async differencesAfterRebuild() {
      const sentences: string[] = [];
      for (const projection of allProjections) sentences.push(...(await difference(projection)));
      return sentences;
    },
    differencesOfSearch: async () => (indexes ? judgeSearch(knex, indexes) : []),
    async close() {
      await indexes?.close();
      await closing.closeAll();
    },
  };
}

/** Schedules whose every tick is a minute after the one before. */
const EVERY_MINUTE = ['governance', 'interrupted-runs', 'expired-cases', 'unread-documents', 'unfinished-erasures'];

/** Kinds of work over many whose end is told. */
const TOLD = [GOVERNANCE, FACE_BULK];

async function untoldJobs(knex: Knex): Promise<number> {
  const untold = knex('bulk_jobs').whereIn('kind', TOLD).where({ told: false });
  return Number((await untold.count<{ count: string }[]>())[0]?.count);
}

const noEngine = (): never => {
  throw new Error('Nothing is read here');
};
