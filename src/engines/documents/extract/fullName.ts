import type { Extraction } from './extraction.js';
import type { FieldPlan } from './fieldPlan.js';
import { unionOf } from './layout.js';

/** Where a document prints surname and given names apart, the full name is both; it is as sure as the less sure of them. */
export function joinFullName(extraction: Extraction, plans: readonly FieldPlan[]): void {
  const nameOf = (concept: string): string | undefined => plans.find((plan) => plan.concept === concept)?.name;
  const [full, given, surname] = [nameOf('full_name'), nameOf('given_names'), nameOf('surname')];
  if (!full || !given || !surname || extraction.extracted[full] !== null) return;
  const parts = [extraction.extracted[given], extraction.extracted[surname]];
  const places = [extraction.coordinates[given], extraction.coordinates[surname]];
  if (typeof parts[0] !== 'string' || typeof parts[1] !== 'string' || !places[0] || !places[1]) return;
  extraction.extracted[full] = `${parts[0]} ${parts[1]}`;
  extraction.confidences[full] = Math.min(extraction.confidences[given] ?? 0, extraction.confidences[surname] ?? 0);
  extraction.raw[full] = [extraction.raw[given], extraction.raw[surname]].join(' ');
  const page = places[0].page;
  const boxes = [places[0], places[1]].filter((place) => place.page === page).map(({ box }) => box);
  extraction.coordinates[full] = { page, box: unionOf(boxes) };
  extraction.sources[full] = extraction.sources[surname] ?? 'ocr';
}
