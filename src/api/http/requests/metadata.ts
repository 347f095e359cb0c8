import { LONGEST_METADATA, MOST_METADATA_KEYS, type Metadata } from '../../../domain/core/metadata.js';
import { ApiError } from '../responses/apiError.js';
import { assertCleanText } from './parseJson.js';

const PREFIX = 'metadata.';

/** Whether a query parameter filters by a key of the metadata. */
export const isMetadataFilter = (name: string): boolean => name.startsWith(PREFIX);

/** What a body wants to have hung on what it makes. @throws ApiError 422 for keys that are too long; the rest is held to the description */
export function metadataOf(metadata: Metadata | undefined): Metadata | undefined {
  const long = Object.keys(metadata ?? {}).some(isTooLong);
  if (long) throw new ApiError(422, `The field \`metadata\` must have keys of at most ${LONGEST_METADATA} characters`);
  return metadata;
}

/** The keys and values that a list is asked for, from the `metadata.<key>` of its query. @throws ApiError 422 */
export function metadataFilter(query: Record<string, unknown>): Metadata {
  const asked = Object.entries(query).filter(([name]) => isMetadataFilter(name));
  if (asked.length > MOST_METADATA_KEYS) {
    throw new ApiError(422, `At most ${MOST_METADATA_KEYS} parameters \`metadata.<key>\` can be given`);
  }
  return Object.fromEntries(
    asked.map(([name, value]) => {
      const shown = name.slice(0, 64);
      if (typeof value !== 'string') throw new ApiError(422, `The parameter \`${shown}\` must be given only once`);
      assertCleanText(name, shown);
      assertCleanText(value, shown);
      if (isTooLong(value) || isTooLong(name.slice(PREFIX.length))) {
        throw new ApiError(422, `The parameter \`${shown}\` must have at most ${LONGEST_METADATA} characters`);
      }
      return [name.slice(PREFIX.length), value];
    }),
  );
}

/** Characters are code points, as JSON Schema counts them. */
const isTooLong = (text: string): boolean => text.length > LONGEST_METADATA && [...text].length > LONGEST_METADATA;
