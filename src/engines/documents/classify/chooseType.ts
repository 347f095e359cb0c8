import { isOfScenes } from '../../../domain/documentTypes/index.js';
import { UNKNOWN_TYPE } from '../../../domain/documents/index.js';
import type { EngineDocumentType, TypeChoice } from '../documentEngine.js';
import type { Classification } from './classification.js';

/** From here on the classifier is not contradicted by what the sender says. */
export const SURE = 0.9;

/** A type is possible where the classifier sees at least this much of it: a label alone is no evidence. */
const POSSIBLE = 0.05;

/** How sure it is that a document is a scene: nothing but the word of its sender or of a model says so. It was not measured. */
const SCENE = 0.5;

/** The type a document is put through, and how sure that is; `type` is undefined where it is none that can be used. */
export interface ChosenType {
  /** What the choice went by: a candidate's `context_id`, or `unknown`. */
  classified_as: string;
  /** 0 to 1. */
  confidence: number;
  type: EngineDocumentType | undefined;
}

/**
 * Decides which type a document is put through, by its classification and by what its sender takes it for, or a language model where the sender does not say. They are
 * believed where the classifier is not sure and finds that type possible too. Scenes are for them to tell: there the classifier need only know no type.
 */
export function chooseType(
  classification: Classification,
  candidates: readonly EngineDocumentType[],
  { used_for, steps, expected, advised }: TypeChoice,
): ChosenType {
  const usedFor = (classified: string): string => own(used_for, classified) ?? classified;
  const { document_type: classified_as, confidence } = believed(classification, candidates, {
    usedFor,
    expected,
    advised,
  });
  const type = candidates.find(({ context_id }) => context_id === usedFor(classified_as));
  const pipeline_steps = type && (own(steps, type.context_id) ?? type.pipeline_steps);
  return { classified_as, confidence, type: type && pipeline_steps && { ...type, pipeline_steps } };
}

interface Said {
  usedFor: (classified: string) => string;
  expected: string | undefined;
  advised: string | undefined;
}

function believed(
  found: Classification,
  candidates: readonly EngineDocumentType[],
  { usedFor, expected, advised }: Said,
): { document_type: string; confidence: number } {
  const isSaid = (classified: string): boolean =>
    expected === undefined ? classified === advised : usedFor(classified) === expected;
  if (isSaid(found.document_type)) return found;
  const scene = candidates.find((type) => isOfScenes(type) && isSaid(type.context_id));
  if (scene && mayBeScene(found)) return { document_type: scene.context_id, confidence: SCENE };
  if (found.confidence >= SURE) return found;
  const alternative = found.alternatives.find((one) => isSaid(one.document_type) && one.confidence >= POSSIBLE);
  return alternative ?? found;
}

/** Whether a document may be a scene as far as its print says: it is surely of no other type. */
export const mayBeScene = ({
  document_type,
  confidence,
}: Pick<Classification, 'document_type' | 'confidence'>): boolean =>
  document_type === UNKNOWN_TYPE || confidence < SURE;

const own = <Value>(map: { [key: string]: Value }, key: string): Value | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
