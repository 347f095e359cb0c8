import { isDeepStrictEqual } from 'node:util';
import { maskFields, maskValue } from '../documents/index.js';
import type { TypeExample } from './typeExample.js';

/** A field that did not come out as it has to. */
export interface ExampleDifference {
  field: string;
  expected: unknown;
  read: unknown;
}

/** What a type made of an example, masked as it may leave the service. */
export interface ExampleOutcome {
  example_id: string;
  name: string | null;
  /** `unread` where nothing could be read from it, `not_run` where it was not its turn in time, or no engine could be had. */
  status: 'holds' | 'differs' | 'unread' | 'not_run';
  differences: readonly ExampleDifference[];
  /** Why nothing was read, or it was not run; null where it was read. */
  error: string | null;
  /** Whether it held before a change and does not any more; null where that is not known, or nothing was changed. */
  broken: boolean | null;
}

/** What was read beside what has to be: the fields that differ, in the order in which they were given. */
export const differencesFrom = (
  expected: TypeExample['expected'],
  read: { readonly [field: string]: unknown },
): ExampleDifference[] =>
  Object.entries(expected ?? {}).flatMap(([field, value]) => {
    const got = read[field] ?? null;
    return isDeepStrictEqual(value, got) ? [] : [{ field, expected: value, read: got }];
  });

/**
 * An outcome as it may leave the service. A draft may read the value of a masked field as another one: it is hidden there too, and where it is not known, all that was read is.
 * @param masked the fields that are masked
 * @param known what is expected of the example, unmasked
 */
export function maskOutcome<Outcome extends Pick<ExampleOutcome, 'differences'>>(
  outcome: Outcome,
  masked: readonly string[],
  known: TypeExample['expected'],
): Outcome {
  const isKnown = masked.every((field) => Object.hasOwn(known ?? {}, field));
  const values = outcome.differences.map(({ expected, read }) => [expected, isKnown ? read : maskValue(read)]);
  const hidden = maskFields({ extracted: known ?? {}, values }, masked).values;
  const differences = outcome.differences.map(({ field, expected, read }, index) =>
    masked.includes(field)
      ? { field, expected: maskValue(expected), read: maskValue(read) }
      : { field, expected: hidden[index]?.[0], read: hidden[index]?.[1] },
  );
  return { ...outcome, differences };
}
