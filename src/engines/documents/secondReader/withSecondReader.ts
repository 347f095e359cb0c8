import type { PipelineResult } from '../../../domain/documents/index.js';
import type { Log } from '../../../platform/log.js';
import { onceItWorks } from '../../../platform/onceItWorks.js';
import type { DocumentEngine, EngineOutcome } from '../documentEngine.js';
import type { ThumbnailEngine } from '../thumbnails/thumbnail.js';
import { picturesOf } from './pictures.js';
import { type ReadByType, readFieldsAgain, type SecondFieldsDeps } from './secondFields.js';
import { understandScene } from './sceneFields.js';
import { proposeAgain } from './secondProposal.js';
import { askForType, type SecondType, withSecondType } from './secondType.js';
import { silenceOf } from './silence.js';
import { type ReadOnce, withModelStep } from './modelStep.js';
import { askedOf, noting } from '../../language/noting.js';
import { assertWorthReading, isUntold, sceneNamed, typeNamed, whenLater } from './readLater.js';

/** What a second reader stands on. */
export interface SecondReaderDeps extends SecondFieldsDeps {
  engine: DocumentEngine & ThumbnailEngine;
  log: Pick<Log, 'error'>;
}

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
    async process({ allows_cloud = false, told_in, ...job }, onStep = () => undefined) {
      if (!told_in || !mayBeAsked(allows_cloud)) return engine.process(job, onStep);
      await assertWorthReading(deps.model, job);
      const { text = [], ...outcome } = await engine.process({ ...job, tells_text: true }, onStep);
      const read = { job: { ...job, told_in }, outcome, text, onStep };
      if (outcome.proposal) return proposeAgain({ engine, ...deps }, read);
      return outcome.result ? readAgain({ engine, ...deps }, read) : outcome;
    },
  };
}

async function readAgain(given: SecondReaderDeps, read: ReadOnce): Promise<EngineOutcome> {
  const { job, text, onStep } = read;
  const { model, shown } = noting(given.model);
  const deps = { ...given, model };
  let { outcome } = read;
  let second: SecondType | undefined;
  const started = performance.now();
  // Made once, whatever is asked about them.
  const pictures = onceItWorks(() => picturesOf(deps.engine, job, text));
  const told = () => ({ ...askedOf(model.facts, shown), ...(second && { taken_for: second.model }) });
  try {
    second = await askForType(model, { job, steps: outcome.steps, text, pictures });
    if (second) outcome = await typedBy(deps.engine, read, second);
    const seen = { ...read, outcome, pictures };
    const fields = (await sceneOf(deps, seen)) ?? (await fieldsOf(deps, seen));
    if (!second && !fields) return outcome;
    const step = { status: 'success', output: { ...told(), ...cameTo(fields) }, started } as const;
    return { ...withModelStep(outcome, step, onStep), result: typed(fields?.result ?? outcome.result, second) };
  } catch (error) {
    const isScene = sceneNamed(job, second?.model ?? outcome.result?.document_type) !== undefined;
    const later = whenLater(error, { job, isScene, isUntold: !second && isUntold(model.facts, read) });
    const why = later ? later.message : silenceOf(error, deps.log);
    const step = { status: 'failed', output: told(), error: why, started } as const;
    if (later) return { ...withModelStep(outcome, step), status: 'failed', result: null, unavailable: later };
    const ended = withModelStep(outcome, step, onStep);
    if (isScene) return { ...ended, status: 'failed', result: null, error: why };
    // What the engine read stands. Of what the model said before that it is, the document is read as: that is not kept from anybody.
    return { ...ended, result: typed(outcome.result, second) };
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
  const again = await engine.process({ ...job, choice: { ...job.choice, advised } });
  return again.result ? again : outcome;
}

/** A document that the engine read, and what it looks like. */
type Seen = ReadOnce & Pick<ReadByType, 'pictures'>;

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

/** What is told of the fields that were asked for. */
const cameTo = (fields: Awaited<ReturnType<typeof fieldsOf>>): { [key: string]: unknown } => ({
  ...{ asked: fields?.asked ?? 0, agreed: fields?.agreed ?? [] },
  ...{ differing: fields?.differing ?? [], added: fields?.added ?? [] },
});
