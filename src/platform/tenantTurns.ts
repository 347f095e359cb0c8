/** What waits, by tenant: whose last turn is longest ago is next, so that nobody's queue is in front of another's. */
export interface TenantTurns<Item> {
  push(tenant: string, item: Item): void;
  /** In front of what else waits of the tenant: it had its turn, and did not end. */
  putBack(tenant: string, item: Item): void;
  /** What is next, and stays where it is. */
  first(): Item | undefined;
  /** Takes the next item, of a tenant that may have one; undefined where there is none. */
  next(mayHave?: (tenant: string) => boolean): Item | undefined;
  /** Takes away what came last of a tenant. */
  dropLast(tenant: string): Item | undefined;
  /** Takes away an item of a tenant, where it still waits. */
  drop(tenant: string, item: Item): void;
  /** What waits of each tenant, in its order. */
  readonly waiting: ReadonlyMap<string, readonly Item[]>;
  readonly size: number;
}

/** Nobody waits. Whoever comes new has its turn before those who had one since somebody waited last. */
export function createTenantTurns<Item>(): TenantTurns<Item> {
  const waiting = new Map<string, Item[]>();
  /** When each had its last turn; forgotten whenever nobody waits. */
  const lastTurns = new Map<string, number>();
  let turns = 0;
  let size = 0;
  const lastTurnOf = (tenant: string): number => lastTurns.get(tenant) ?? 0;
  const add = (tenant: string, put: (queue: Item[]) => void): void => {
    const queue = waiting.get(tenant) ?? [];
    put(queue);
    waiting.set(tenant, queue);
    size++;
  };
  const take = (tenant: string, from: (queue: Item[]) => Item | undefined): Item | undefined => {
    const queue = waiting.get(tenant) ?? [];
    const before = queue.length;
    const item = from(queue);
    size -= before - queue.length;
    if (queue.length === 0) waiting.delete(tenant);
    if (size === 0) forgetOthers(tenant);
    return item;
  };
  const haveTurn = (tenant: string): void => void lastTurns.set(tenant, ++turns);
  const forgetOthers = (tenant: string): void => {
    const last = lastTurnOf(tenant);
    lastTurns.clear();
    lastTurns.set(tenant, last);
  };
  return {
    waiting,
    get size() {
      return size;
    },
    push: (tenant, item) => add(tenant, (queue) => queue.push(item)),
    putBack: (tenant, item) => add(tenant, (queue) => queue.unshift(item)),
    first() {
      const next = longestAgo(waiting.keys(), lastTurnOf);
      return next === undefined ? undefined : waiting.get(next)?.[0];
    },
    next(mayHave = () => true) {
      const next = longestAgo([...waiting.keys()].filter(mayHave), lastTurnOf);
      if (next === undefined) return undefined;
      haveTurn(next);
      return take(next, (queue) => queue.shift());
    },
    dropLast: (tenant) => take(tenant, (queue) => queue.pop()),
    drop(tenant, item) {
      const index = waiting.get(tenant)?.indexOf(item) ?? -1;
      if (index >= 0) take(tenant, (queue) => queue.splice(index, 1)[0]);
    },
  };
}

/** Whose last turn is longest ago; of equals who stands first. */
function longestAgo(tenants: Iterable<string>, lastTurnOf: (tenant: string) => number): string | undefined {
  let next: string | undefined;
  for (const tenant of tenants) if (next === undefined || lastTurnOf(tenant) < lastTurnOf(next)) next = tenant;
  return next;
}
