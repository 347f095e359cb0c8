import {
  EMPTY_FRONT,
  grow,
  hashOver,
  isSame,
  leafBytes,
  nodesOf,
  toHex,
  type SignedTreeHead,
  type TreeFront,
} from '../../domain/audit/index.js';
import type { Clock } from '../../platform/clock.js';
import type { EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { KeptLeaf, LogTree } from './logTree.js';
import { treeHashing, type LeafOf } from './notary.js';

/** What a log is verified with. */
export interface VerifyDeps {
  eventStore: Pick<EventStore, 'subscribe'>;
  tree: LogTree;
  leafOf: LeafOf;
  /** Whether a head was signed with a key that is trusted. */
  isSigned: (head: SignedTreeHead) => boolean;
  /** Heads that were kept elsewhere, in any order: those in the database could have been written anew with it. */
  headsElsewhere?: readonly SignedTreeHead[];
  onProgress?: (events: number) => void;
  clock?: Clock;
}

/** What came of verifying. */
export interface Verified {
  /** Events that are as they were. */
  events: number;
  /** Signed heads that are of this log. */
  heads: number;
  /** When the oldest of these was signed; undefined where there is none. What was changed before it, with the tree, shows nowhere. */
  since: string | undefined;
  /** The first that is not as it was, as a sentence that names its position; undefined where all is. */
  differs: string | undefined;
}

/** Events that are compared at once. */
const BATCH = 500;
/** Heads that are compared at once. */
const HEADS = 100;

/**
 * Longer no event waits to be in the tree and under a signed head, which come every second and every minute: where one does, tables of the
 * tree were emptied, or nobody keeps it.
 */
const TAKEN_WITHIN_MS = 600_000;

/**
 * Reads the log from its first event, makes the tree over it anew, and compares that with the tree that is kept and with every signed
 * head. What was added to the log in the last ten minutes need not be in the tree yet, and no head need be signed of it.
 */
export async function verifyLog(deps: VerifyDeps): Promise<Verified> {
  const { size } = await deps.tree.progress();
  const overdue = (deps.clock ?? (() => new Date()))().getTime() - TAKEN_WITHIN_MS;
  const { events, first, next, differs } = await compareEvents(deps, size);
  if (differs !== undefined) return { events, heads: 0, since: undefined, differs };
  const compared = await compareHeads(deps, size);
  if (compared.differs !== undefined) return { events, ...compared };
  if (next && Date.parse(next.recorded_at) < overdue) return { events, ...compared, differs: untaken(next) };
  if (compared.heads === 0 && first && Date.parse(first.recorded_at) < overdue)
    return { events, ...compared, differs: unsigned(first) };
  return { events, ...compared };
}

const untaken = ({ position, recorded_at }: RecordedEvent): string =>
  `The tree over the log ends before the event at position ${position}, which was stored at ${recorded_at}: its tables were emptied or put back, or no worker follows the log`;

const unsigned = ({ recorded_at }: RecordedEvent): string =>
  `No signed tree head is kept, though the log begins at ${recorded_at}: they were deleted, or no worker signs them`;

/** What came of comparing the events with the tree. */
interface Compared {
  events: number;
  /** The first one of the log. */
  first?: RecordedEvent | undefined;
  /** The first one behind those that are in the tree. */
  next?: RecordedEvent | undefined;
  differs?: string;
}

async function compareEvents({ eventStore, tree, leafOf, onProgress }: VerifyDeps, size: number): Promise<Compared> {
  let front = EMPTY_FRONT;
  let first: RecordedEvent | undefined;
  const leave = new AbortController();
  try {
    for await (const { events, live } of eventStore.subscribe({ batchSize: BATCH, signal: leave.signal })) {
      first ??= events[0];
      const wanted = events.slice(0, size - front.size);
      const kept = await tree.leavesFrom(front.size, wanted.length);
      const compared = await compareLeaves(wanted, kept, leafOf);
      if (compared.differs !== undefined)
        return { events: front.size + compared.hashes.length, differs: compared.differs };
      const grown = grow(front, compared.hashes, treeHashing);
      const broken = await compareNodes(tree, grown.nodes, kept);
      if (broken !== undefined) return { events: front.size, differs: broken };
      front = grown.front;
      onProgress?.(front.size);
      const next = events[wanted.length];
      if (front.size === size && (next || live)) return { events: size, first, next };
      if (live) return { events: front.size, differs: await missing(tree, front) };
    }
    throw new Error('The log ended before it was read');
  } finally {
    leave.abort();
  }
}

async function missing(tree: LogTree, { size }: TreeFront): Promise<string> {
  const [next] = await tree.leavesFrom(size, 1);
  return next ? removed(next.position) : `The tree over the log lacks its leaf ${size}`;
}

const removed = (position: Position): string => `The event at position ${position} was removed: the log has none there`;

/** Leaf by leaf, up to the first that differs. */
async function compareLeaves(
  events: readonly RecordedEvent[],
  kept: readonly KeptLeaf[],
  leafOf: LeafOf,
): Promise<{ hashes: Uint8Array[]; differs?: string }> {
  const hashes: Uint8Array[] = [];
  for (const [n, event] of events.entries()) {
    const leaf = kept[n];
    if (!leaf)
      return { hashes, differs: `The tree over the log lacks the leaf of the event at position ${event.position}` };
    if (event.position > leaf.position) return { hashes, differs: removed(leaf.position) };
    if (event.position < leaf.position)
      return {
        hashes,
        differs: `The event at position ${event.position} was inserted: the tree over the log has none there`,
      };
    const hash = treeHashing.leaf(leafBytes(await leafOf(event)));
    if (!isSame(hash, leaf.hash))
      return {
        hashes,
        differs: `The event at position ${event.position} is not the one that was there: it was changed or moved`,
      };
    hashes.push(hash);
  }
  return { hashes };
}

/** Nodes above leaves that are as they were. */
async function compareNodes(
  tree: LogTree,
  nodes: ReturnType<typeof grow>['nodes'],
  kept: readonly KeptLeaf[],
): Promise<string | undefined> {
  const above = nodes.filter(({ level }) => level > 0);
  const hashes = await tree.hashes(above).catch((error: unknown) => {
    if (error instanceof RangeError) return [];
    throw error;
  });
  const isBroken = above.some(({ hash }, n) => !isSame(hash, hashes[n] ?? treeHashing.empty));
  return isBroken
    ? `The tree over the log was changed above the events at positions ${kept[0]?.position} to ${kept.at(-1)?.position}`
    : undefined;
}

/** Every head of a part of the tree, which is as it should be, the smallest first. */
async function compareHeads(
  { tree, isSigned, headsElsewhere = [] }: VerifyDeps,
  size: number,
): Promise<Omit<Verified, 'events'>> {
  let [heads, good] = [0, 0];
  let since: string | undefined;
  for await (const page of pages(tree, headsElsewhere)) {
    const ofLarger = page.find(({ tree_size }) => tree_size > size);
    const within = page.filter(({ tree_size }) => tree_size <= size);
    const roots = await rootsOf(tree, within);
    for (const [n, head] of within.entries()) {
      const what = `The tree head of ${head.tree_size} events, signed at ${head.timestamp},`;
      if (!isSigned(head)) return { heads, since, differs: `${what} was not signed with a key of this service` };
      if (roots[n] !== head.root_hash)
        return { heads, since, differs: `${what} is of another log: ${await between(tree, good, head)}` };
      [heads, good] = [heads + 1, head.tree_size];
      if (since === undefined || head.timestamp < since) since = head.timestamp;
    }
    if (ofLarger && (await tree.progress()).size < ofLarger.tree_size)
      return {
        ...{ heads, since },
        differs: `There is a tree head of ${ofLarger.tree_size} events, signed at ${ofLarger.timestamp}, and the log has ${size}: those behind the last one were removed`,
      };
  }
  return { heads, since, differs: undefined };
}

/** In which part of the log the first difference is, where log and tree were both changed. */
async function between(tree: LogTree, good: number, { tree_size }: SignedTreeHead): Promise<string> {
  const [[first], [last]] = [await tree.leavesFrom(good, 1), await tree.leavesFrom(tree_size - 1, 1)];
  return `the first event that differs is one at positions ${first?.position} to ${last?.position}`;
}

async function* pages(tree: LogTree, elsewhere: readonly SignedTreeHead[]): AsyncGenerator<SignedTreeHead[]> {
  const others = elsewhere.toSorted((one, other) => one.tree_size - other.tree_size);
  for (let n = 0; n < others.length; n += HEADS) yield others.slice(n, n + HEADS);
  for (let beyond = -1; ;) {
    const page = await tree.headsBeyond(beyond, HEADS);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    beyond = last.tree_size;
  }
}

/** Roots of the tree at the sizes of heads, in hex. */
async function rootsOf(tree: LogTree, heads: readonly SignedTreeHead[]): Promise<string[]> {
  const nodes = heads.map(({ tree_size }) => nodesOf({ from: 0, to: tree_size }));
  const hashes = await tree.hashes(nodes.flat());
  let at = 0;
  return nodes.map(({ length }) => toHex(hashOver(hashes.slice(at, (at += length)), treeHashing)));
}
