import { randomUUID } from 'node:crypto';
import { collectDefaultMetrics } from 'prom-client';
import type { ApiServices } from '../api/http/services.js';
import type { CommandContext } from '../commands/core/context.js';
import { createDocumentEngine, type Engine } from '../engines/documents/createDocumentEngine.js';
import { EngineUnavailable } from '../engines/documents/documentEngine.js';
import { withSecondReader } from '../engines/documents/secondReader/withSecondReader.js';
import { ModelsUnusable } from '../engines/models/modelFiles.js';
import type { Config } from '../platform/config.js';
import { clusterFolder } from '../platform/database/embedded/cluster.js';
import type { Log } from '../platform/log.js';
import { prepareDataFolder } from '../platform/dataFolder.js';
import { createProbes } from '../platform/health.js';
import { registry } from '../platform/metrics.js';
import { StartError } from '../platform/startError.js';
import { masterKeyFiles } from '../platform/sealing/obtainMasterKeys.js';
import { startTracing } from '../platform/tracing/startTracing.js';
import type { LanguageModel } from '../engines/language/languageModel.js';
import { createListener } from '../engines/language/listener.js';
import { createRuleChecks } from '../engines/rules/ruleChecks.js';
import { createModelQuestions } from '../platform/modelQuestions.js';
import { createTokenBudget } from '../platform/tokenBudget.js';
import { createCheckpointSignal } from '../projections/core/checkpointSignal.js';
import { startProjector } from '../projections/core/projector.js';
import { createReadYourWrites } from '../projections/core/readYourWrites.js';
import { banner, firstKeyNotice } from './banner.js';
import { createBehind } from '../projections/core/behind.js';
import type { Closing } from './closing.js';
import { createServices } from './createServices.js';
import { allProjections, followersWith, sinksOf, watchFeatures } from './features.js';
import { connectionBounds } from './connections.js';
import { listen, type HttpServer } from './httpServer.js';
import { openStores } from './openStores.js';
import type { Stores } from './stores.js';
import { answerProbes } from './probeAnswers.js';
import { readPresets } from './presets.js';
import { startRelayRole, startWorkers } from './startWorkers.js';
import { watchLag } from './watchLag.js';
import { watchParts } from './watchParts.js';

/** What the service is started with. */
export interface StartOptions {
  config: Config;
  version: string;
  log: Log;
  closing: Closing;
  /** Shows text to the person who starts the service. */
  show: (text: string) => void;
  /** Called when the service cannot go on. */
  onLost: (reason: Error) => void;
}

/**
 * Starts the roles that the settings ask for, and resolves when they are at work. What was opened is in `closing`, also
 * after an error.
 * @throws StartError with one line for the user
 */
export async function startService(options: StartOptions): Promise<void> {
  const { config, log, closing } = options;
  await startTraces(options);
  collectDefaultMetrics({ register: registry });
  const probes = createProbes();
  closing.drain(() => void (probes.phase = 'stopping'));
  const listening = { ...config, connections: connectionBounds(config) };
  const server = closing.add(await listen(listening, answerProbes(probes, STARTING)), (opened) => opened.drain());
  const [stores, engine] = await both(openStores(options), needsEngine(config) ? openEngine(options) : undefined);
  const signal = createCheckpointSignal();
  const sinks = sinksOf({ ...stores, config, log });
  const projecting = { ...stores, signal, log, projections: allProjections, sinks };
  const projector = config.roles.has('projector')
    ? closing.add(startProjector(projecting), (started) => started.stop())
    : undefined;
  const projections = followersWith(sinks);
  watchParts(probes, config, stores, { engine, projector, projections });
  const behind = createBehind({ ...stores, projections });
  const readYourWrites = createReadYourWrites({ ...stores, projections, elsewhere: sinks, signal, log });
  watchLag(stores, behind);
  watchFeatures({ ...stores, config }, probes);
  if (config.roles.has('relay')) startRelayRole(stores, { config, log, closing, probes });
  if (engine) {
    const rules = closing.add(createRuleChecks({ log }), (opened) => opened.close());
    const model = await languageModelOf({ ...stores, config, log });
    const reading = model ? withSecondReader({ engine, rules, log, model }) : engine;
    const listener = model && createListener({ model, log });
    const parts = { config, log, engine: reading, rules, listener, probes, behind, readYourWrites };
    const services = createServices({ ...stores, ...parts });
    if (config.roles.has('worker')) await startWorkers(services, { closing, probes });
    if (config.roles.has('api')) await startApi(server, services, options);
  }
  if (!config.roles.has('api')) server.serve(answerProbes(probes, NO_API));
  probes.phase = 'running';
  const cluster = stores.database.kind === 'embedded' ? await clusterFolder(config.dataDir) : undefined;
  const facts = { version: options.version, url: server.url, config, cluster, engine: await engine?.describe() };
  log.info({ roles: [...config.roles], url: facts.url, database: stores.database.kind }, 'ready');
  options.show(banner(facts));
}

/** The language model that is set. */
async function languageModelOf({
  config,
  log,
  database,
  keyedHash,
}: LanguageModelDeps): Promise<LanguageModel | undefined> {
  if (!config.model) return undefined;
  const { createOpenAiModel, faultOfModel } = await import('../engines/language/openAiModel.js');
  // Nothing waits for it: without an answer documents are read all the same.
  void faultOfModel(config.model).then((fault) => {
    if (fault !== undefined) log.warn(`the language model will give no answers: ${fault}`);
  });
  const budget = createTokenBudget(database, config.model.tokensPerDay);
  return createOpenAiModel({ config: config.model, budget, keyedHash, questions: createModelQuestions(database) });
}

type LanguageModelDeps = Pick<StartOptions, 'config' | 'log'> & Pick<Stores, 'database' | 'keyedHash'>;

/** First of all, so that it is the last to be closed: everything else may have spans to send. */
async function startTraces({ config, version, log, closing }: StartOptions): Promise<void> {
  if (config.tracesEndpoint === undefined) return;
  const tracing = { endpoint: config.tracesEndpoint, version, roles: [...config.roles], log };
  closing.add(await startTracing(tracing), (stop) => stop());
}

const STARTING = { status: 503, detail: 'The service is starting.' };
const NO_API = { status: 404, detail: 'This process has no API: it answers /livez, /readyz, /healthz and /metrics.' };

const needsEngine = ({ roles }: Config): boolean => roles.has('api') || roles.has('worker');

/** Waits for both, also when one fails, so that nothing is opened behind the back of whoever closes. */
async function both<One, Other>(
  one: Promise<One>,
  other: Promise<Other> | undefined,
): Promise<[One, Other | undefined]> {
  const [first, second] = await Promise.allSettled([one, other]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return [first.value, second.value];
}

async function openEngine({ config, log, closing }: StartOptions): Promise<Engine> {
  try {
    const {
      engineProcesses: processes,
      engineMemory,
      ocrModels: models,
      faceModels,
      faceModelsBefore,
      dataDir,
      documentTimeout,
    } = config;
    await prepareDataFolder(dataDir);
    const engine = await createDocumentEngine({
      ...{ processes, models, faceModels, faceModelsBefore, dataDir, log, documentTimeoutMs: documentTimeout * 1000 },
      memoryCeiling: engineMemory === undefined ? undefined : engineMemory * 1024 ** 2,
      secretFiles: [...masterKeyFiles(config), ...(config.signingKeyFile === undefined ? [] : [config.signingKeyFile])],
    });
    log.info((await engine.describe()).isolation, 'engine processes are isolated');
    return closing.add(engine, (opened) => opened.close());
  } catch (error) {
    if (error instanceof ModelsUnusable) throw new StartError(`${error.message}.`);
    if (error instanceof EngineUnavailable) throw new StartError(error.message);
    throw error;
  }
}

async function startApi(server: HttpServer, services: ApiServices, options: StartOptions): Promise<void> {
  const { createApi, closeApi, endStreams } = await import('../api/http/server.js');
  await seed(services, options);
  const api = options.closing.add(createApi(services), closeApi);
  server.serve(api);
  options.closing.drain(() => {
    endStreams(api);
    return server.drain();
  });
}

/** The first key and the shipped document types, where they are not there yet. */
async function seed({ commands, readYourWrites }: ApiServices, { config, log, show }: StartOptions): Promise<void> {
  const firstKey = await commands.apiKeys.issueFirst(startContext(), config.bootstrapApiKey);
  // At once: a key that is stored but was never shown would be lost.
  if (firstKey && !config.bootstrapApiKey) show(firstKeyNotice(firstKey.value.raw_key));
  if (!firstKey && config.bootstrapApiKey !== undefined) {
    const key = await commands.apiKeys.identify(config.bootstrapApiKey);
    if (!key || key.revoked) log.warn(BOOTSTRAP_IGNORED);
  }
  const presets = await commands.documentTypes.seedPresets(startContext(), await readPresets());
  for (const written of [firstKey, presets]) if (written) await readYourWrites.wait(written);
}

const BOOTSTRAP_IGNORED =
  'BOOTSTRAP_API_KEY is ignored: there are keys already, and it is none of them, or was revoked. A platform key with the scope admin makes others; where none is left to you, see "A lost API key" in docs/operations.md.';

function startContext(): CommandContext {
  const id = randomUUID();
  return { tenant_id: '', actor: 'system', correlation_id: id, causation_id: id };
}
