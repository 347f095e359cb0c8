import type { EngineDocumentType } from '../documentEngine.js';
import type { ReadDocument } from '../reading/page.js';
import { placeOf } from './candidate.js';
import { chooseCandidates } from './chooseCandidates.js';
import { confidenceOf } from './confidence.js';
import type { Extraction, MachineReadings } from './extraction.js';
import type { FieldPlan } from './fieldPlan.js';
import { joinFullName } from './fullName.js';
import { applyMachineValues } from './machine/applyMachineValues.js';

/**
 * Extracts the fields of a document type: finds their labels, reads the values beside them by type hint, and lets what
 * machines wrote for machines go first. A field that is not found is `null`; nothing is made up.
 *
 * @param today ISO date; decides the century of two-digit years
 */
export function extractFields(
  document: Pick<ReadDocument, 'pages'>,
  type: Pick<EngineDocumentType, 'output_schema' | 'prompt_hint'>,
  readings: MachineReadings,
  { today }: { today: string },
): Extraction {
  const { plans, layout, context, candidates: chosen } = chooseCandidates(document, type, readings, today);
  const extraction = nothingFound(plans);
  for (const plan of plans) {
    const candidates = chosen.get(plan.name) ?? [];
    const [best] = candidates;
    const place = best && placeOf(best.spans);
    if (!best || !place) continue;
    extraction.extracted[plan.name] = best.value;
    extraction.confidences[plan.name] = confidenceOf(plan, candidates);
    extraction.raw[plan.name] = best.raw;
    extraction.coordinates[plan.name] = { page: place.page, box: place.box };
    extraction.sources[plan.name] = place.source;
  }
  applyMachineValues(extraction, { plans, readings, layout, context, candidates: chosen });
  joinFullName(extraction, plans);
  return extraction;
}

function nothingFound(plans: readonly FieldPlan[]): Extraction {
  const names = plans.map(({ name }) => name);
  return {
    extracted: Object.fromEntries(names.map((name) => [name, null])),
    confidences: Object.fromEntries(names.map((name) => [name, 0])),
    coordinates: {},
    raw: {},
    sources: {},
    cross_checks: [],
  };
}
