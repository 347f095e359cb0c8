import { isOfScenes } from '../../../domain/documentTypes/index.js';
import type { PipelineResult } from '../../../domain/documents/index.js';
import type { Log } from '../../../platform/log.js';
import { onceItWorks } from '../../../platform/onceItWorks.js';
import { bothTokens, isForAWhile, type ModelFacts, ModelSilent } from '../../language/languageModel.js';
import { type DocumentEngine, type DocumentJob, type EngineDocumentType, type EngineOutcome, EngineUnavailable, NotNow } from '../documentEngine.js'; // prettier-ignore
import type { ThumbnailEngine } from '../thumbnails/thumbnail.js';
import { picturesOf } from './pictures.js';
import { type ReadByType, readFieldsAgain, type SecondFieldsDeps } from './secondFields.js';
import { understandScene } from './sceneFields.js';
import { proposeAgain } from './secondProposal.js';
import { askForType, type SecondType, withSecondType } from './secondType.js';
import { silenceOf } from './silence.js';
import { type ModelStep, type ReadOnce, sentIn, withModelStep } from './modelStep.js';

/** What a second reader stands on. */
export interface SecondReaderDeps extends SecondFieldsDeps {
  engine: DocumentEngine & ThumbnailEngine;
  log: Pick<Log, 'error'>;
}

/** How long a model that is away is not asked again about the same document, in milliseconds: each time all of it is read anew. */
const AWAY_MS = 30_000;

/**
 * An engine of two readers: what the embedded engine reads of a document, or proposes for it, is looked for by a language model too, and both are joined. A model that gives no answer changes nothing: its step says why. One of the cloud is asked
 * only where the job allows it.
 */
export function withSecondReader<Engine extends DocumentEngine & ThumbnailEngine>({
  engine,
  ...deps
}: SecondReaderDeps & { engine: Engine }): Engine {
  const { where, sees } = deps.model.facts;
  const mayBeAsked = (allows_cloud: boolean): boolean => where === 'local' || allows_cloud;
  return {
    ...engine,
    understandsScenes: (allows_cloud) => sees && mayBeAsked(allows_cloud),
    async process({ allows_cloud = false, alone = false, ...job }, onStep = () => undefined) {
      if (alone || !mayBeAsked(allows_cloud)) return engine.process(job, onStep);
      const asked = { ...job, tells_text: true } as const;
      const { text = [], ...outcome } = await engine.process(asked, onStep);
      if (outcome.proposal) return proposeAgain({ engine, ...deps }, { job: asked, outcome, text, onStep });
      return outcome.result ? readAgain({ engine, ...deps }, { job: asked, outcome, text, onStep }) : outcome;
    },
  };
}

async function readAgain(deps: SecondReaderDeps, read: ReadOnce): Promise<EngineOutcome> {
  const { job, text, onStep } = read;
  let { outcome } = read;
  let second: SecondType | undefined;
  const started = performance.now();
  // Made once, whatever is asked about them.
  const pictures = onceItWorks(() => picturesOf(deps.engine, job, text));
  const withStep = (step: ModelStep): EngineOutcome => withModelStep(outcome, { ...step, started }, onStep);
  try {
    second = await askForType(deps.model, { job, steps: outcome.steps, text, pictures });
    if (second) outcome = await typedBy(deps.engine, read, second);
    const seen = { ...read, outcome, pictures };
    const fields = (await sceneOf(deps, seen)) ?? (await fieldsOf(deps, seen));
    if (!second && !fields) return outcome;
    const step = withStep({ status: 'success', output: outputOf(second, fields) });
    return { ...step, result: typed(fields?.result ?? outcome.result, second) };
  } catch (error) {
    const isScene = sceneNamed(job, second?.model ?? outcome.result?.document_type) !== undefined;
    if (isScene && error instanceof ModelSilent && isForAWhile(error)) throw new NotNow(error.message, AWAY_MS);
    // Without its second reader a scene is nothing: it is read later, as is whatever no engine could be had for.
    if (isScene && error instanceof EngineUnavailable) throw error;
    const { why, left } = silenceOf(error, deps.log);
    const step = withStep({ status: 'failed', output: silentOutputOf(deps.model.facts, second, left), error: why });
    if (isScene) return { ...step, status: 'failed', result: null, error: why };
    // What the engine read stands. Of what the model said before that it is, the document is read as: that is not kept from anybody.
    return { ...step, result: typed(outcome.result, second) };
  }
}

const typed = (result: PipelineResult | null, second: SecondType | undefined): PipelineResult | null =>
  result && second ? withSecondType(result, second) : result;

/**
 * The document as it is read by the type that the model takes it for, where the engine finds that one possible, too. Steps of the second time are told to nobody: jobs whose type is chosen tell none as they end.
 */
async function typedBy(
  engine: DocumentEngine,
  { job, outcome }: ReadOnce,
  { engine: before, model: advised }: SecondType,
): Promise<EngineOutcome> {
  if (!job.choice || advised === before) return outcome;
  const { text: _, ...again } = await engine.process({ ...job, choice: { ...job.choice, advised } });
  return again.result ? again : outcome;
}

/** A document that the engine read, and what it looks like. */
type Seen = ReadOnce & Pick<ReadByType, 'pictures'>;

/** The type of a job that is called so. */
const typeNamed = (
  { documentType, candidates }: DocumentJob,
  name: string | null | undefined,
): EngineDocumentType | undefined => [documentType, ...candidates].find(({ context_id }) => context_id === name);

/** The same, where it is one of scenes. */
function sceneNamed(job: DocumentJob, name: string | null | undefined): EngineDocumentType | undefined {
  const type = typeNamed(job, name);
  return type && isOfScenes(type) ? type : undefined;
}

/** What the model says that a scene shows. */
async function sceneOf(deps: SecondReaderDeps, { job, outcome, text, pictures }: Seen) {
  const { result } = outcome;
  const type = sceneNamed(job, result?.document_type);
  if (!type || !result) return undefined;
  const steps = job.choice?.steps[type.context_id] ?? type.pipeline_steps;
  return understandScene(deps, { job, result, type, text, pictures, isValidated: steps.includes('validate') });
}

/** What the model reads of the fields, where the engine read some by a type. */
async function fieldsOf(deps: SecondReaderDeps, { job, outcome: { result, steps }, text, pictures }: Seen) {
  const isRead = steps.some(({ tool, status }) => tool === 'extract' && status === 'success');
  const type = isRead ? typeNamed(job, result?.document_type) : undefined;
  const isValidated = steps.some(({ tool }) => tool === 'validate');
  return type && result ? readFieldsAgain(deps, { job, result, type, text, pictures, isValidated }) : undefined;
}

/** What is told of both questions. */
function outputOf(
  second: SecondType | undefined,
  fields: Awaited<ReturnType<typeof fieldsOf>>,
): { [key: string]: unknown } {
  const uses = [second?.use, fields?.use].filter((use) => use !== undefined);
  const { model, where } = uses.at(-1)!;
  return {
    ...{ model, where, ...sentIn(uses), tokens: uses.map(({ tokens }) => tokens).reduce(bothTokens) },
    ...(second && { taken_for: second.model }),
    ...{ asked: fields?.asked ?? 0, agreed: fields?.agreed ?? [] },
    ...{ differing: fields?.differing ?? [], added: fields?.added ?? [] },
  };
}

/** What is told where a question has no answer: what had left by then all the same. */
const silentOutputOf = (
  { name, where }: ModelFacts,
  second: SecondType | undefined,
  left: ModelSilent['left'],
): { [key: string]: unknown } => ({
  ...{ model: name, where, ...sentIn([second?.use, left].filter((one) => one !== undefined)) },
  ...(second && { taken_for: second.model, tokens: second.use.tokens }),
});
