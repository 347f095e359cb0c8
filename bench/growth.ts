import { randomUUID } from 'node:crypto';
import { stderr } from 'node:process';
import { createAgentDirectory } from '../src/commands/agents/agentDirectory.js';
import { createSearchTexts } from '../src/commands/savedSearches/searchTexts.js';
import { forgetElsewhere } from '../src/start/forgetElsewhere.js';
import { createDocumentTypeCatalog } from '../src/commands/documentTypes/documentTypeCatalog.js';
import { createMemoryGallery } from '../src/commands/faces/memoryGallery.js';
import { createAgentDefinitions } from '../src/commands/agents/agentDefinitions.js';
import { EngineUnavailable, type DocumentEngine } from '../src/engines/documents/documentEngine.js';
import type { FaceEngine } from '../src/engines/faces/faceEngine.js';
import { createRuleChecks } from '../src/engines/rules/ruleChecks.js';
import { createSealedVectors } from '../src/platform/sealing/sealedVectors.js';
import { createCheckpointSignal } from '../src/projections/core/checkpointSignal.js';
import { startProjector } from '../src/projections/core/projector.js';
import type { Queries } from '../src/projections/core/queries.js';
import { createReadYourWrites, type ReadYourWrites } from '../src/projections/core/readYourWrites.js';
import { rebuild } from '../src/projections/core/rebuild.js';
import { createTableSink } from '../src/projections/core/tableSink.js';
import { commandsOf, queriesOf } from '../src/start/feature.js';
import { allProjections, features } from '../src/start/features.js';
import { schedulesOf } from '../src/start/startWorkers.js';
import type { Schedule } from '../src/workers/core/schedules.js';
import type { BenchCase } from './caseEvents.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { contextOf, fillLog, TENANTS } from './grownLog.js';
import { fillTables } from './grownTables.js';
import { compareInTurn } from './inTurn.js';
import { issueKey, openScratchService, revokeKey, type ScratchService } from './scratchService.js';

/** How much is compared. A case has ten events. */
export interface GrowthSizes {
  fewCases: number;
  manyCases: number;
  /** How often each is done where there are few and where there are many, in turn; the middle counts. */
  times: number;
}

const SIZES: GrowthSizes = { fewCases: 1_000, manyCases: 100_000, times: 200 };
/** What may cost more with a hundred times as many events. */
const MOST = 1.3;
/**
 * Schedules that go through all there is, as there is no other way to find what nothing names: their cost is told in files
 * (docs/operations.md), and a ratio of it would only be that of the sizes.
 */
const LISTS_ALL: readonly string[] = ['orphaned-files'];

/** What the service does, where there are few events and where there are many: milliseconds, measured in turn. */
export const benchGrowth = growthOf(SIZES);

/** The same at other sizes. */
export function growthOf({ fewCases, manyCases, times }: GrowthSizes): Benchmark {
  return async (workshop) => {
    const few = await grow(workshop, fewCases);
    const many = await grow(workshop, manyCases);
    const baseline = `with ${fewCases.toLocaleString('en')} cases`;
    const [small, large] = [operationsOf(few), operationsOf(many)];
    const figures: Figure[] = [];
    for (const name of Object.keys(small)) {
      const [value, before] = await compareInTurn(large[name]!, small[name]!, times);
      figures.push({
        ...{ name, value, unit: 'ms', baseline: { name: baseline, value: before } },
        aim: { of: 'ratio', at: 'most', is: MOST },
      });
    }
    return figures;
  };
}

type Operation = () => Promise<unknown>;

/** A service that has grown, whose read models are at the end of the log and follow it. */
interface Grown extends ScratchService {
  cases: BenchCase[];
  queries: Queries;
  schedules: readonly Schedule[];
  readYourWrites: ReadYourWrites;
}

async function grow(workshop: Workshop, count: number): Promise<Grown> {
  const service = await openScratchService(workshop);
  const began = performance.now();
  const tell = (what: string): void => {
    stderr.write(`  ${count} cases: ${what} after ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  };
  const cases = await fillLog(service, count);
  tell('their events are there');
  for (const projection of allProjections) await rebuild(service, createTableSink(service, projection));
  await fillTables(service, count);
  tell('the read models are there');
  const signal = createCheckpointSignal();
  const projecting = { ...service, signal, projections: allProjections };
  const projector = startProjector(projecting);
  workshop.atEnd(() => projector.stop());
  await projector.caughtUp();
  const queries: Queries = queriesOf(features, service);
  const parts = {
    ...{ ...service, definitions: createAgentDefinitions(service.handler) },
    ...{
      agents: createAgentDirectory(service),
      documentTypes: createDocumentTypeCatalog(service, queries.documentTypes),
    },
  };
  const sealedVectors = createSealedVectors(service.database, service.subjectKeys, service.log);
  const forgetting = { ...service, ...forgetElsewhere(service.database.knex) };
  const commands = commandsOf(features, {
    searchTexts: createSearchTexts({ ...forgetting, saved: queries.savedSearches }),
    ...{ ...parts, queries, sealedVectors, rules: createRuleChecks(service), engine: NO_ENGINE, giveUp: new Map() },
    registers: {
      gallery: createMemoryGallery(sealedVectors),
      byVectors: (ids) => queries.faces.byVectors(ids),
      setOf: () => Promise.resolve({ models: NO_ENGINE.faceModels, waiting: 0 }),
    },
  });
  return {
    ...{ ...service, cases, queries },
    schedules: schedulesOf({ ...parts, queries, commands }).filter(({ name }) => !LISTS_ALL.includes(name)),
    readYourWrites: createReadYourWrites(projecting),
  };
}

const refuse = (): Promise<never> => Promise.reject(new EngineUnavailable('Nothing is read here'));
const NEVER = new AbortController().signal;
const NO_ENGINE: DocumentEngine & FaceEngine = {
  ...{ process: refuse, describe: refuse, look: refuse, close: () => Promise.resolve() },
  faceModels: { name: 'none', vectors: 'none', length: 0, calibration: { offset: 0, scale: 1, far: [] } },
};

/** What the service does, by its name; the same names for every size. */
function operationsOf(grown: Grown): Record<string, Operation> {
  const { handler, queries, readYourWrites, schedules, cases } = grown;
  const any = (): BenchCase => cases[Math.floor(Math.random() * cases.length)]!;
  const expect = (rows: readonly unknown[], count: number): void => {
    if (rows.length < Math.min(count, cases.length / TENANTS) || rows.includes(undefined)) {
      throw new Error(`Found ${rows.length} of ${count}`);
    }
  };
  const keys: string[] = [];
  const issue = async (): Promise<unknown> => keys.push((await issueKey(handler)).key_id);
  const revoke = (): Promise<unknown> => revokeKey(handler, keys.pop() ?? '');
  const eight = (work: () => Promise<unknown>) => () => Promise.all(Array.from({ length: 8 }, work));
  return {
    'eight commands at once that start a stream': eight(issue),
    'eight commands at once that read their stream': eight(revoke),
    'from a command to its read model': async () => readYourWrites.wait((await issueKey(handler)).committed),
    'a case by its id': async () => expect([await queries.cases.find(any().session_id)], 1),
    'the newest cases': async () => expect(await queries.cases.list({ limit: 200 }), 200),
    'the newest cases of a tenant': async () =>
      expect(await queries.cases.list({ tenant_id: any().tenant_id, limit: 50 }), 50),
    'the case with a reference': async () =>
      expect(await queries.cases.list({ client_reference_id: any().reference, limit: 1 }), 1),
    'the newest runs': () => queries.executions.list({ limit: 50, pipeline_only: true }),
    'the newest deliveries': () => queries.webhookDeliveries.list({ limit: 50 }),
    'webhooks that are due': () =>
      queries.webhookDeliveries.due({
        ...{ limit: 10, turns: { tenant: '', receivers: new Map() }, except: [], full: [] },
        notTriedIn: { from: new Date(), until: new Date(Date.now() + 15_000) },
      }),
    ...Object.fromEntries(
      schedules.map(({ name, run }) => [`sweep: ${name}`, () => run(contextOf('', randomUUID()), NEVER)]),
    ),
  };
}
