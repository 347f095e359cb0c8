/** How much each has of something, by name. */
export interface Tally {
  of(name: string): number;
  /** @param amount below zero where it is given back */
  add(name: string, amount: number): void;
  /** Those who have some. */
  names(): string[];
}

/** Nobody has any. Who has none is not kept: names may be as many as there are callers. */
export function createTally(): Tally {
  const amounts = new Map<string, number>();
  const of = (name: string): number => amounts.get(name) ?? 0;
  return {
    of,
    add(name, amount) {
      const now = of(name) + amount;
      if (now === 0) amounts.delete(name);
      else amounts.set(name, now);
    },
    names: () => [...amounts.keys()],
  };
}
