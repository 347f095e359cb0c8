import {
  auditLeaf,
  createTreeHashing,
  grow,
  isSame,
  leafBytes,
  whoseOf,
  type AuditLeaf,
  type TreeHashing,
} from '../../domain/audit/index.js';
import type { EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { NotWell } from '../../platform/health.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import { sha256 } from '../../platform/signing/sha256.js';
import type { KeptLeaf, LogTree, TreeState } from './logTree.js';

/** How leaves and nodes of the tree over the log are hashed. */
export const treeHashing: TreeHashing = createTreeHashing(sha256);

/** The log is not the one that the tree was made of. The message names the first position that is known to differ. */
export class LogDiffers extends NotWell {}

/** Makes leaves of events. */
export type LeafOf = (event: RecordedEvent) => Promise<AuditLeaf>;

/** Leaves whose salts hang on a secret of the installation: whoever has not got that cannot tell which event a hash is of. */
export const createLeafOf =
  (keyedHash: KeyedHash): LeafOf =>
  async (event) =>
    auditLeaf(event, await keyedHash('audit leaf', `${event.position} ${event.id}`), sha256);

/** What a notary stands on. */
export interface NotaryDeps {
  eventStore: Pick<EventStore, 'readStream'>;
  tree: LogTree;
  leafOf: LeafOf;
}

/** Puts events under the tree. */
export interface Notary {
  /** @throws LogDiffers where the last event that is in the tree is not in the log as it was */
  assertSameLog(): Promise<void>;
  /**
   * Adds events to the tree, which come in the log behind those that are in it.
   * @throws TreeMoved where another process has done so
   */
  take(state: TreeState, events: readonly RecordedEvent[]): Promise<TreeState>;
  /** The event of a leaf, as it was when it was put in the tree. @throws LogDiffers */
  eventOf(leaf: KeptLeaf): Promise<AuditLeaf>;
  /** The events of leaves, in the order of those, as they were when they were put in the tree: each stream is read once. @throws LogDiffers */
  eventsOf(leaves: readonly KeptLeaf[]): Promise<AuditLeaf[]>;
  /** The leaves of events that are all in the tree, and were not changed since. @throws LogDiffers */
  leavesOf(events: readonly RecordedEvent[]): Promise<{ leaf_index: number; leaf: AuditLeaf }[]>;
}

/** Creates a notary. */
export function createNotary({ eventStore, tree, leafOf }: NotaryDeps): Notary {
  /** The leaf of an event, where it is the one that is kept. */
  const sameLeaf = async (event: RecordedEvent, { hash }: KeptLeaf): Promise<AuditLeaf | undefined> => {
    const leaf = await leafOf(event);
    return isSame(treeHashing.leaf(leafBytes(leaf)), hash) ? leaf : undefined;
  };
  const eventsOf: Notary['eventsOf'] = async (leaves) => {
    const found = new Map<KeptLeaf, AuditLeaf>();
    for (const ofStream of byStream(leaves)) {
      const [first, last] = [ofStream[0] as KeptLeaf, ofStream.at(-1) as KeptLeaf];
      const wanted = new Map(ofStream.map((leaf) => [leaf.revision, leaf]));
      const limit = Number(last.revision - first.revision) + 1;
      for await (const event of eventStore.readStream(first.stream, { from: first.revision, limit })) {
        const kept = wanted.get(event.revision);
        const leaf = kept && (await sameLeaf(event, kept));
        if (kept && leaf) found.set(kept, leaf);
      }
    }
    return leaves.map((kept) => {
      const leaf = found.get(kept);
      if (!leaf) throw differsAt(kept.position);
      return leaf;
    });
  };
  const eventOf: Notary['eventOf'] = async (kept) => (await eventsOf([kept]))[0] as AuditLeaf;
  return {
    eventOf,
    eventsOf,
    async assertSameLog() {
      const { size } = await tree.progress();
      const [last] = size === 0 ? [] : await tree.leavesFrom(size - 1, 1);
      if (last) await eventOf(last);
    },
    async leavesOf(events) {
      const kept = new Map(
        (await tree.leavesAt(events.map(({ position }) => position))).map((one) => [one.position, one]),
      );
      const leaves: { leaf_index: number; leaf: AuditLeaf }[] = [];
      for (const event of events) {
        const [leaf, known] = [await leafOf(event), kept.get(event.position)];
        if (!known || !isSame(treeHashing.leaf(leafBytes(leaf)), known.hash)) throw differsAt(event.position);
        leaves.push({ leaf_index: known.index, leaf });
      }
      return leaves;
    },
    async take(state, events) {
      const hashes: Uint8Array[] = [];
      for (const event of events) hashes.push(treeHashing.leaf(leafBytes(await leafOf(event))));
      const { front, nodes } = grow(state.front, hashes, treeHashing);
      const after = { front, position: events.at(-1)?.position ?? state.position };
      const leaves = events.map(({ position, stream, revision, metadata }) => ({
        ...{ position, stream, revision, tenant_id: whoseOf(metadata).tenant_id },
      }));
      await tree.add(state, after, leaves, nodes);
      return after;
    },
  };
}

/** Leaves by their streams, in the order of those. */
function byStream(leaves: readonly KeptLeaf[]): KeptLeaf[][] {
  const streams = new Map<string, KeptLeaf[]>();
  for (const leaf of leaves) streams.set(leaf.stream, [...(streams.get(leaf.stream) ?? []), leaf]);
  const inOrder = (one: KeptLeaf, other: KeptLeaf): number => Number(one.revision - other.revision);
  return [...streams.values()].map((ofStream) => ofStream.sort(inOrder));
}

/** What is thrown where the event at a position is not the one of its leaf. */
export const differsAt = (position: Position): LogDiffers =>
  new LogDiffers(
    `The event at position ${position} is not in the log as it was when the tree over the log took it; npm run verify tells more`,
  );
