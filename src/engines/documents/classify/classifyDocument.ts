import type { EngineDocumentType } from '../documentEngine.js';
import type { MachineReadings } from '../extract/extraction.js';
import { layoutOf } from '../extract/layout.js';
import type { ReadDocument } from '../reading/page.js';
import { likelihoods, utilityOf, type ChoiceModel, type TypeSignals } from './choiceModel.js';
import type { Classification, ClassificationEvidence } from './classification.js';
import { hintEvidence } from './hintEvidence.js';
import { layoutEvidence, lookOf } from './layoutEvidence.js';
import { shippedClassifier, type Classifier } from './learntClassifier.js';
import { kindsByWords } from './learntKinds.js';
import { machineEvidence } from './machineEvidence.js';
import { wordsOfPage } from './pageWords.js';
import { phrasesOn, schemaEvidence } from './schemaEvidence.js';
import { UNKNOWN_TYPE } from '../../../domain/documents/index.js';

/** Each further piece of evidence counts this much of the one before it: ten weak hints are not one strong one. */
const DIMINISHING = 0.8;
/** A type of which every hint is there needs no more of them: users give two or three, shipped types thirty. */
const FEWEST_FOR_COVERAGE = 2;
/** What a document is stands on its first pages; a long one need not be searched to the end. */
const PAGES_THAT_TELL = 5;
const MOST_ALTERNATIVES = 3;
const MOST_EVIDENCE = 10;
/** What is less likely is no alternative. */
const LEAST_LIKELY = 0.001;

/** A candidate with all that speaks for and against it. */
export interface ScoredType {
  type: EngineDocumentType;
  signals: TypeSignals;
  evidence: ClassificationEvidence[];
}

/**
 * Decides which of the candidate types a document is of, or that it is none of them, by the words on its pages, the hints and
 * labels of the types, and its machine-readable zones and barcodes. The answer is what is likeliest, `unknown` included.
 */
export function classifyDocument(
  document: Pick<ReadDocument, 'pages'>,
  candidates: readonly EngineDocumentType[],
  readings: MachineReadings,
  classifier: Classifier = shippedClassifier(),
): Classification {
  const { choice } = classifier;
  const ranked = rankTypes(scoreTypes(document, candidates, readings, classifier), choice);
  const likely = likelihoods(choice, ranked.map(({ utility }) => utility)); // prettier-ignore
  const named = ranked.map(({ type }, i) => ({ document_type: type.context_id, confidence: likely.ofTypes[i]! }));
  const [best] = named;
  const isKnown = best !== undefined && best.confidence > likely.unknown;
  return {
    ...(isKnown ? best : { document_type: UNKNOWN_TYPE, confidence: likely.unknown }),
    evidence: isKnown ? inUnitsOfScore(ranked[0]!.evidence, choice).slice(0, MOST_EVIDENCE) : [],
    alternatives: named
      .slice(isKnown ? 1 : 0)
      .filter(({ confidence }) => confidence >= LEAST_LIKELY)
      .slice(0, MOST_ALTERNATIVES),
  };
}

/** Puts candidates in the order of their utility, best first. */
export const rankTypes = (scored: readonly ScoredType[], choice: ChoiceModel): (ScoredType & { utility: number })[] =>
  scored.map((one) => ({ ...one, utility: utilityOf(choice, one.signals) })).sort((a, b) => b.utility - a.utility);

/** Finds what speaks for and against every candidate, in their order. */
export function scoreTypes(
  document: Pick<ReadDocument, 'pages'>,
  candidates: readonly EngineDocumentType[],
  readings: MachineReadings,
  { learnt }: Pick<Classifier, 'learnt'>,
): ScoredType[] {
  const layout = layoutOf({ pages: document.pages.slice(0, PAGES_THAT_TELL) });
  const hints = hintEvidence(layout, candidates);
  const machines = machineEvidence(readings, candidates);
  const phrases = phrasesOn(layout);
  const look = lookOf(layout);
  // What a machine wrote for machines names the kind; next to it words say nothing.
  const isNamed = readings.mrz.length > 0 || readings.barcodes.some(({ aamva }) => aamva !== undefined);
  const kinds = kindsByWords(learnt, isNamed ? [] : wordsOfPage(layout));
  const best = Math.max(0, ...kinds.values());
  return candidates.map((type) => {
    const evidence = [
      ...(hints.get(type) ?? []),
      ...(machines.get(type) ?? []),
      ...schemaEvidence(type, phrases),
      ...layoutEvidence(look, type),
    ];
    const words = kinds.get(type.describes?.kind ?? '');
    const said = { words, behind: (words ?? 0) - best };
    return {
      type,
      signals: { ...signalsOf(type, evidence), ...said },
      evidence: [...evidence, ...wordEvidence(type, words)],
    };
  });
}

function signalsOf(
  type: EngineDocumentType,
  evidence: readonly ClassificationEvidence[],
): Omit<TypeSignals, 'words' | 'behind'> {
  const weightsOf = (...kinds: ClassificationEvidence['kind'][]): number[] =>
    evidence.flatMap(({ kind, weight }) => (kinds.includes(kind) ? [weight] : [])).sort((a, b) => b - a);
  const sum = (weights: readonly number[]): number => weights.reduce((all, weight) => all + weight, 0);
  const phrases = weightsOf('phrase');
  const hints = Math.max(type.classify_hints.length, FEWEST_FOR_COVERAGE);
  return {
    hints: sum(phrases.map((weight, i) => weight * DIMINISHING ** i)),
    title: phrases[0] ?? 0,
    coverage: phrases.length >= FEWEST_FOR_COVERAGE ? Math.min(1, phrases.length / hints) : 0,
    fields: sum(weightsOf('fields')),
    machine: sum(weightsOf('mrz', 'barcode')),
    layout: sum(weightsOf('layout')),
  };
}

const wordEvidence = ({ describes }: EngineDocumentType, words = 0): ClassificationEvidence[] =>
  words > 0 && describes?.kind
    ? [{ kind: 'words', detail: `the words of a ${describes.kind.replaceAll('_', ' ')}`, weight: words }]
    : [];

/** Evidence of different kinds in one unit, the logarithm of odds; weightiest first. */
function inUnitsOfScore(evidence: readonly ClassificationEvidence[], choice: ChoiceModel): ClassificationEvidence[] {
  const worth = (part: Partial<TypeSignals>): number =>
    utilityOf(choice, {
      hints: 0,
      title: 0,
      coverage: 0,
      fields: 0,
      machine: 0,
      layout: 0,
      words: 0,
      behind: 0,
      ...part,
    });
  return evidence
    .map((one) => ({ ...one, weight: worth({ [SIGNAL_OF[one.kind]]: one.weight }) }))
    .sort((a, b) => b.weight - a.weight);
}

/** The signal that a piece of evidence is part of. */
const SIGNAL_OF: { [kind in ClassificationEvidence['kind']]: keyof TypeSignals } = {
  phrase: 'hints',
  mrz: 'machine',
  barcode: 'machine',
  fields: 'fields',
  layout: 'layout',
  words: 'words',
};
