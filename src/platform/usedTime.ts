/** How much time each tenant used of something that they share; none has any in hand for having been away. */
export interface UsedTime {
  /** A turn of the tenant begins. It may have several at once. */
  begin(tenant: string): void;
  /** A turn of the tenant is over. */
  end(tenant: string): void;
  /** Milliseconds, with the turns that go on. */
  of(tenant: string): number;
  /** Who is next of those who want it: whoever used least. From now on nobody counts for less. */
  leastOf(wanting: Iterable<string>): (tenant: string) => boolean;
  /** Nobody waits: what was used does not count any more. */
  forget(): void;
}

/** Nobody has used any. @param now Milliseconds since any beginning */
export function createUsedTime(now: () => number = () => performance.now()): UsedTime {
  /** Milliseconds that were used until `at`, and how many turns have gone on since. */
  const used = new Map<string, { ms: number; at: number; turns: number }>();
  let least = 0;
  const of = (tenant: string): number => {
    const { ms, at, turns } = used.get(tenant) ?? { ms: 0, at: 0, turns: 0 };
    return Math.max(least, ms + turns * (now() - at));
  };
  const count = (tenant: string, by: 1 | -1): void =>
    void used.set(tenant, { ms: of(tenant), at: now(), turns: (used.get(tenant)?.turns ?? 0) + by });
  return {
    of,
    begin: (tenant) => count(tenant, 1),
    end: (tenant) => count(tenant, -1),
    leastOf(wanting) {
      const wants = new Map([...wanting].map((tenant) => [tenant, of(tenant)]));
      if (wants.size > 0) least = Math.min(...wants.values());
      for (const [tenant, { ms, turns }] of used) if (turns === 0 && ms <= least) used.delete(tenant);
      return (tenant) => wants.get(tenant) === least;
    },
    forget() {
      least = 0;
      for (const [tenant, { turns }] of used)
        if (turns === 0) used.delete(tenant);
        else used.set(tenant, { ms: 0, at: now(), turns });
    },
  };
}
