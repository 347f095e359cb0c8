import type { EngineDocumentType } from '../documentEngine.js';
import type { ReadDocument } from '../reading/page.js';
import { assign } from './assign.js';
import type { Candidate } from './candidate.js';
import { candidatesByField } from './documentCandidates.js';
import type { MachineReadings } from './extraction.js';
import { planFields, type FieldPlan } from './fieldPlan.js';
import { findLabels } from './labels/findLabels.js';
import { layoutOf, type Layout } from './layout.js';
import { readingContext, type ReadingContext } from './readingContext.js';
import { bySegment } from './valueSpots.js';

/** What print says of the fields of a type. */
export interface ChosenCandidates {
  plans: readonly FieldPlan[];
  layout: Layout;
  context: ReadingContext;
  /** By field, the chosen candidate first, then its rivals; empty where nothing was found. */
  candidates: ReadonlyMap<string, readonly Candidate[]>;
}

/**
 * Finds what print says of each field of a type, leaving aside what machine-readable zones and barcodes say.
 *
 * @param today ISO date; decides the century of two-digit years
 */
export function chooseCandidates(
  document: Pick<ReadDocument, 'pages'>,
  type: Pick<EngineDocumentType, 'output_schema' | 'prompt_hint' | 'describes'>,
  readings: MachineReadings,
  today: string,
): ChosenCandidates {
  const plans = planFields(type);
  const layout = layoutOf(document);
  const context = readingContext(layout, readings, today);
  const labels = bySegment(findLabels(layout, plans));
  const found = candidatesByField(plans, { layout, labels, context }, type.describes?.issuer);
  return { plans, layout, context, candidates: assign(found) };
}
