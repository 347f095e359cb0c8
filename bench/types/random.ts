/** Numbers and choices that are the same in every run. */
export interface Random {
  /** 0 to 1, below 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number;
  chance(share: number): boolean;
  /** One of some; there must be one. */
  pick<Item>(some: readonly Item[]): Item;
  /** So many of them at most, each once. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

/** A generator by its seed: mulberry32, Tommy Ettinger's 32-bit mixing of a counter, public domain. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (some) => some[Math.floor(next() * some.length)]!,
    some(items, count) {
      const left = [...items];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(whole(0, left.length - 1), 1)[0]!);
    },
  };
}
