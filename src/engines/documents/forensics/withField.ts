import type { DocumentCheck, FoundFields } from '../../../domain/documents/index.js';
import type { Box } from '../reading/page.js';

/** Share of the smaller of two boxes from which on what was seen is in the field. */
const IN_FIELD = 0.3;

/**
 * Says of each trace which field it is in, by where both stand, so that a masked field is masked in what was compared too. Where it is in
 * several fields there is no saying whose the values are, and they are left out; so they are where it is in no field that was found, and the
 * type masks some: it may be one of those.
 * @param masked fields that the type masks
 */
export function withField(
  checks: readonly DocumentCheck[],
  coordinates: FoundFields['coordinates'],
  masked: readonly string[],
): readonly DocumentCheck[] {
  return checks.map((check) => {
    const { page, box } = check;
    if (check.field !== null) return check;
    if (page === null || box === null) return withoutValues(check, masked);
    const fields = Object.entries(coordinates).filter(([, at]) => at.page === page && areTogether(at.box, box));
    const [first] = fields;
    if (!first) return withoutValues(check, masked);
    return fields.length > 1 ? { ...check, values: [] } : { ...check, field: first[0] };
  });
}

const withoutValues = (check: DocumentCheck, masked: readonly string[]): DocumentCheck =>
  masked.length > 0 ? { ...check, values: [] } : check;

function areTogether(one: Box, other: Box): boolean {
  const width = Math.min(one[0] + one[2], other[0] + other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[1] + one[3], other[1] + other[3]) - Math.max(one[1], other[1]);
  const smaller = Math.min(one[2] * one[3], other[2] * other[3]);
  return width > 0 && height > 0 && width * height >= IN_FIELD * smaller;
}
