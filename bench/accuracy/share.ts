/** The normal quantile of an interval that holds the true share nineteen times in twenty. */
const QUANTILE = 1.96;

/** A share of successes with its interval, each 0 to 1. */
export interface Share {
  right: number;
  of: number;
  share: number;
  from: number;
  to: number;
}

/** The share of successes and its interval at 95 % (Wilson, J. Am. Stat. Assoc. 22, 1927, 209). Of nothing, anything may be true. */
export function shareOf(right: number, of: number): Share {
  if (of === 0) return { right, of, share: 0, from: 0, to: 1 };
  const share = right / of;
  const square = QUANTILE ** 2 / of;
  const middle = (share + square / 2) / (1 + square);
  const half = (QUANTILE / (1 + square)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of));
  return { right, of, share, from: Math.max(0, middle - half), to: Math.min(1, middle + half) };
}

/** `83 of 100 (.83, .74 to .89)`. */
export function shareText({ right, of, share, from, to }: Share): string {
  const text = (value: number): string => value.toFixed(2).replace(/^0/, '');
  return `${right} of ${of} (${text(share)}, ${text(from)} to ${text(to)})`;
}
