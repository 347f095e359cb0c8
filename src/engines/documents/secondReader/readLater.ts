import { UNKNOWN_TYPE } from '../../../domain/documents/index.js';
import { isOfScenes } from '../../../domain/documentTypes/index.js';
import { isForAWhile, type LanguageModel, type ModelFacts, ModelSilent, SILENCES } from '../../language/languageModel.js'; // prettier-ignore
import { type DocumentJob, type EngineDocumentType, EngineUnavailable, NotNow } from '../documentEngine.js';
import type { ReadOnce } from './modelStep.js';

/** How long a model that is away is not asked again about the same document, in milliseconds, at least and at most: each time all of it is read anew. */
const [SHORTEST_MS, LONGEST_MS] = [30_000, 300_000];

/** How long a document of which no print says what it is waits for a model that might know a scene in it, in milliseconds. */
const UNTOLD_MS = 3_600_000;

/** As long again as it has waited: so each wait is twice the one before, whoever makes the attempts. */
const pauseAfter = (waited_ms = 0): number => Math.min(Math.max(waited_ms, SHORTEST_MS), LONGEST_MS);

/** The type of a job that is called so. */
export const typeNamed = (
  { documentType, candidates }: DocumentJob,
  name: string | null | undefined,
): EngineDocumentType | undefined => [documentType, ...candidates].find(({ context_id }) => context_id === name);

/** The same, where it is one of scenes. */
export function sceneNamed(job: DocumentJob, name: string | null | undefined): EngineDocumentType | undefined {
  const type = typeNamed(job, name);
  return type && isOfScenes(type) ? type : undefined;
}

/**
 * Looks whether a model is there before a scene is read for it once more: without it all that is read of it is for nothing.
 * @throws NotNow where it is not
 */
export async function assertWorthReading(model: Pick<LanguageModel, 'isThere'>, job: DocumentJob): Promise<void> {
  const { documentType, choice, waited_ms = 0 } = job;
  if (waited_ms < SHORTEST_MS) return; // nobody has tried yet, or nobody can wait
  const name = choice ? choice.expected : documentType.context_id;
  if (!sceneNamed(job, name) || (await model.isThere())) return;
  throw new NotNow(SILENCES.unreachable, pauseAfter(waited_ms));
}

/** Whether a model alone could have said what a document is: its print says nothing, and it may be a scene. */
export const isUntold = ({ sees }: ModelFacts, { job, outcome: { result } }: ReadOnce): boolean =>
  sees && job.choice !== undefined && result?.document_type === UNKNOWN_TYPE && job.candidates.some(isOfScenes);

/** Why a document is to be read later, where that may bring more than is known now: what of it a model alone could say. */
export function whenLater(
  error: unknown,
  { job: { waited_ms }, isScene, isUntold }: { job: DocumentJob; isScene: boolean; isUntold: boolean },
): EngineUnavailable | undefined {
  const canWait = waited_ms !== undefined && waited_ms < UNTOLD_MS;
  if (!isScene && !(isUntold && canWait)) return undefined;
  const isAway = error instanceof EngineUnavailable || (error instanceof ModelSilent && isForAWhile(error));
  return isAway ? new NotNow(error.message, pauseAfter(waited_ms)) : undefined;
}
