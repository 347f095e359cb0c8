/** How much there is in one part of time. */
export interface Part {
  /** When it begins, in milliseconds since 1970. */
  at: number;
  /** One for each series. */
  counts: readonly number[];
}

/** What is counted. */
export interface Series {
  name: string;
  /** The token of its colour: `--accent`. */
  colour: string;
}

/** Bars over time: parts of the same length, one after the other without a gap, each a stack of its series from the bottom up. */
export interface Drawing {
  parts: readonly Part[];
  /** How long a part is, in milliseconds. */
  partMs: number;
  series: readonly Series[];
  /** Where days are those of UTC; else time is that of the clock here. */
  zone?: 'UTC';
}

/** Parts beside one another, by their places, both in it. */
export interface Run {
  first: number;
  last: number;
}

/** The parts between two places, whichever comes first. */
export const runOf = (one: number, other: number): Run => ({
  first: Math.min(one, other),
  last: Math.max(one, other),
});

/** How much there is in some parts together, of each series. */
export const countsOf = ({ parts, series }: Drawing, { first, last }: Run): number[] =>
  series.map((_, of) => parts.slice(first, last + 1).reduce((sum, { counts }) => sum + (counts[of] ?? 0), 0));

/** When some parts begin and when they end, in milliseconds; the end is where the next one begins. */
export const timesOf = ({ parts, partMs }: Drawing, { first, last }: Run): { from: number; to: number } => ({
  from: parts[first]?.at ?? 0,
  to: (parts[last]?.at ?? 0) + partMs,
});

/**
 * Parts of a time without a gap, of counts that tell only of those in which anything is.
 * @param buckets in the order of time, at least one, their beginnings whole parts away from one another
 * @param bounds what is shown besides, in milliseconds: the time that was asked for
 */
export function evenParts(
  buckets: readonly { at: string; count: number }[],
  partMs: number,
  bounds: { from?: number | undefined; to?: number | undefined },
): Part[] {
  const counts = new Map(buckets.map(({ at, count }) => [Date.parse(at), count]));
  const begins = [...counts.keys()];
  const [first = 0] = begins;
  const last = begins.at(-1) ?? first;
  const before = Math.max(0, Math.ceil((first - (bounds.from ?? first)) / partMs));
  const after = Math.max(0, Math.floor(((bounds.to ?? last) - last) / partMs));
  const length = before + Math.round((last - first) / partMs) + 1 + after;
  return Array.from({ length }, (_, index) => {
    const at = first + (index - before) * partMs;
    return { at, counts: [counts.get(at) ?? 0] };
  });
}
