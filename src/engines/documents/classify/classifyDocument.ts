import type { EngineDocumentType } from '../documentEngine.js';
import type { MachineReadings } from '../extract/extraction.js';
import { layoutOf } from '../extract/layout.js';
import type { ReadDocument } from '../reading/page.js';
import type { Classification, ClassificationEvidence } from './classification.js';
import { likelihoodOfBest } from './classificationConfidence.js';
import { hintEvidence } from './hintEvidence.js';
import { layoutEvidence, lookOf } from './layoutEvidence.js';
import { machineEvidence } from './machineEvidence.js';
import { phrasesOn, schemaEvidence } from './schemaEvidence.js';

/** Each further piece of evidence counts this much of the one before it: ten weak hints are not one strong one. */
const DIMINISHING = 0.8;
/** A type of which every hint is there needs no more of them: users give two or three, shipped types thirty. */
const ALL_HINTS = 1.5;
const FEWEST_FOR_COVERAGE = 2;
/** The answer is `unknown` when the best candidate is likelier wrong than right. */
const LIKELY_ENOUGH = 0.5;
/** What a document is stands on its first pages; a long one need not be searched to the end. */
const PAGES_THAT_TELL = 5;
const MOST_ALTERNATIVES = 3;
const MOST_EVIDENCE = 10;

/** A candidate with all that speaks for and against it. */
export interface ScoredType {
  type: EngineDocumentType;
  score: number;
  evidence: ClassificationEvidence[];
}

/**
 * Decides which of the candidate types a document is of, or that it is none of them, by the hints and labels on its pages
 * and by its machine-readable zones and barcodes.
 */
export function classifyDocument(
  document: Pick<ReadDocument, 'pages'>,
  candidates: readonly EngineDocumentType[],
  readings: MachineReadings,
): Classification {
  const ranked = scoreTypes(document, candidates, readings);
  const [best, second] = ranked;
  const likelihood = best ? likelihoodOfBest(best.score, second?.score ?? 0) : 0;
  const alternatives = ranked
    .slice(1, 1 + MOST_ALTERNATIVES)
    .filter(({ score }) => score > 0)
    .map(({ type, score }) => ({
      document_type: type.context_id,
      confidence: Math.min(1 - likelihood, likelihoodOfBest(score, best!.score)),
    }));
  if (!best || likelihood < LIKELY_ENOUGH) {
    const closest = best && best.score > 0 ? [{ document_type: best.type.context_id, confidence: likelihood }] : [];
    return {
      document_type: 'unknown',
      confidence: 1 - likelihood,
      evidence: [],
      alternatives: [...closest, ...alternatives].slice(0, MOST_ALTERNATIVES),
    };
  }
  const evidence = best.evidence.slice(0, MOST_EVIDENCE);
  return { document_type: best.type.context_id, confidence: likelihood, evidence, alternatives };
}

/** Scores every candidate, best first, with its evidence, weightiest first. */
export function scoreTypes(
  document: Pick<ReadDocument, 'pages'>,
  candidates: readonly EngineDocumentType[],
  readings: MachineReadings,
): ScoredType[] {
  const layout = layoutOf({ pages: document.pages.slice(0, PAGES_THAT_TELL) });
  const hints = hintEvidence(layout, candidates);
  const machines = machineEvidence(readings, candidates);
  const phrases = phrasesOn(layout);
  const look = lookOf(layout);
  return candidates
    .map((type) => {
      const evidence = [
        ...(hints.get(type) ?? []),
        ...(machines.get(type) ?? []),
        ...schemaEvidence(type, phrases),
        ...layoutEvidence(look, type),
      ].sort((a, b) => b.weight - a.weight);
      return { type, score: scoreOf(type, evidence), evidence };
    })
    .sort((a, b) => b.score - a.score);
}

function scoreOf(type: EngineDocumentType, evidence: readonly ClassificationEvidence[]): number {
  const phrases = evidence.filter(({ kind }) => kind === 'phrase');
  const others = evidence.filter(({ kind }) => kind !== 'phrase');
  const hints = Math.max(type.classify_hints.length, FEWEST_FOR_COVERAGE);
  const coverage = phrases.length >= FEWEST_FOR_COVERAGE ? Math.min(1, phrases.length / hints) : 0;
  return (
    phrases.reduce((sum, { weight }, i) => sum + weight * DIMINISHING ** i, 0) +
    others.reduce((sum, { weight }) => sum + weight, 0) +
    ALL_HINTS * coverage
  );
}
