import { setTimeout as sleep } from 'node:timers/promises';
import {
  consistencyRanges,
  inclusionRanges,
  leafBytes,
  rootOf,
  toHex,
  type LogProof,
  type SignedTreeHead,
} from '../../domain/audit/index.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import type { EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { Certificates } from '../../platform/signing/certificates.js';
import { createLogTree, type LogTree } from '../../projections/audit/logTree.js';
import { createLeafOf, createNotary, LogDiffers, treeHashing, type Notary } from '../../projections/audit/notary.js';
import type { Database } from '../../platform/database/database.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import { TookTooLong } from '../../platform/within.js';
import { beginExport, type ProvenExport } from './provenExport.js';
import { hashesOver, pathsTo } from './treePaths.js';

/** That one event is in the log. */
export interface Inclusion {
  leaf_index: number;
  /** The bytes of the leaf. */
  leaf: Uint8Array;
  /** Hex. */
  leaf_hash: string;
  /** Hex. */
  path: string[];
}

/** What of the log is signed and proven. */
export interface ProofCommands {
  /** Signs what the log is now, and keeps that. @throws LogDiffers where it is not what the tree was made of */
  signHead(): Promise<SignedTreeHead>;
  /**
   * The head of the whole log: the one that was signed last where nothing came since, else a new one.
   * @throws LogDiffers
   * @throws TookTooLong where the tree is behind the log, as where no worker runs
   */
  treeHead(): Promise<SignedTreeHead>;
  /**
   * That the event at a position is in the log of a size.
   * @throws DomainError `invalid` beyond the log, `not_found` where there is no event there that may be seen: nobody can tell which
   * @throws LogDiffers
   */
  inclusion(asked: { position: bigint; treeSize: number }, maySee: (tenantId: string) => boolean): Promise<Inclusion>;
  /** That the log of one size begins with that of another. @throws DomainError `invalid` beyond the log, or the wrong way round */
  consistency(first: number, second: number): Promise<string[]>;
  /** That these events are in the log; undefined where the tree does not have them in time. @throws LogDiffers */
  proofOf(events: readonly RecordedEvent[]): Promise<LogProof | undefined>;
  /** Begins an export that carries its proof: signs the head that it is proven against. @throws as `treeHead` */
  beginExport(): Promise<ProvenExport>;
}

declare module '../core/commands.js' {
  interface Commands {
    proofs: ProofCommands;
  }
}

/** What proofs are made with. */
export interface ProofCommandsDeps {
  database: Pick<Database, 'knex'>;
  eventStore: Pick<EventStore, 'readStream' | 'head'>;
  keyedHash: KeyedHash;
  certificates: Pick<Certificates, 'sign'>;
  clock: Clock;
}

/** How long is waited for the tree to have what the log has, and how often is looked, in milliseconds. */
const WAIT_MS = 2_000;
/** The same for a report: longer than it takes until another process leads where the one that did was killed. */
const WAIT_FOR_REPORT_MS = 8_000;
const LOOK_EVERY_MS = 50;

/** Creates what signs and proves. */
export function createProofCommands({ database, eventStore, keyedHash, ...deps }: ProofCommandsDeps): ProofCommands {
  const tree = createLogTree(database.knex);
  const notary = createNotary({ eventStore, tree, leafOf: createLeafOf(keyedHash) });
  const signHead = oneForAll(() => sign({ tree, notary, ...deps }));

  /** Waits for the tree to have what lies at a position that is in the log. */
  const reach = async (position: Position | undefined, waitMs = WAIT_MS): ReturnType<LogTree['progress']> => {
    for (const until = performance.now() + waitMs; ; await sleep(LOOK_EVERY_MS)) {
      const progress = await tree.progress();
      const isThere = (progress.position ?? -1n) >= (position ?? -1n);
      if (isThere || progress.error !== null || performance.now() >= until) return progress;
    }
  };

  /** The tree once it has what lies there. @throws TookTooLong where it has not in time: what is in the log is not to be said not to be */
  const reached = async (position: Position | undefined): ReturnType<LogTree['progress']> => {
    const progress = await reach(position);
    if ((progress.position ?? -1n) < (position ?? -1n))
      throw new TookTooLong('The tree over the log is behind the log');
    return progress;
  };

  const treeHead = async (): Promise<SignedTreeHead> => {
    const { size, error } = await reached(await eventStore.head());
    if (error !== null) throw new LogDiffers(error);
    return (await tree.headOf(size)) ?? signHead();
  };

  return {
    signHead,
    treeHead,

    async inclusion({ position: asked, treeSize }, maySee) {
      const position = asked as Position;
      const end = (await eventStore.head()) ?? -1n;
      const { size, position: last } = await reached(position <= end ? position : undefined);
      if (treeSize > size) throw beyond(`tree_size: the tree over the log has ${size} leaves`);
      if (position > (last ?? -1n)) throw beyond('position: the log ends before it');
      const leaf = await tree.leafAt(position);
      if (!leaf || !maySee(leaf.tenant_id)) throw new DomainError('not_found', 'There is no event at this position');
      if (leaf.index >= treeSize) throw beyond('position: the tree of this size ends before it');
      const bytes = leafBytes(await notary.eventOf(leaf));
      const path = await hashesOver(tree, inclusionRanges(leaf.index, treeSize));
      return { leaf_index: leaf.index, leaf: bytes, leaf_hash: toHex(leaf.hash), path };
    },

    async consistency(first, second) {
      const { size } = await reached(await eventStore.head());
      if (second > size) throw beyond(`second: the tree over the log has ${size} leaves`);
      if (first > second) throw beyond('first: it has to be at most second');
      return hashesOver(tree, consistencyRanges(first, second));
    },

    async proofOf(events) {
      const last = events.at(-1)?.position;
      if (((await reach(last, WAIT_FOR_REPORT_MS)).position ?? -1n) < (last ?? -1n)) return undefined;
      const { tree_head, leaves } = { tree_head: await signHead(), leaves: await notary.leavesOf(events) };
      const paths = await pathsTo(tree, leaves, tree_head.tree_size);
      return { tree_head, leaves: leaves.map((leaf, n) => ({ ...leaf, path: paths[n] ?? [] })) };
    },

    beginExport: () => beginExport({ tree, notary, treeHead, certificates: deps.certificates }),
  };
}

const beyond = (sentence: string): DomainError => new DomainError('invalid', sentence);

/** Signs the tree as it is, after a look whether the log still ends as it did. */
async function sign({
  tree,
  notary,
  certificates,
  clock,
}: Pick<ProofCommandsDeps, 'certificates' | 'clock'> & { tree: LogTree; notary: Notary }): Promise<SignedTreeHead> {
  await notary.assertSameLog();
  const { front } = await tree.read();
  const head = await certificates.sign({
    ...{ tree_size: front.size, root_hash: toHex(rootOf(front, treeHashing)), timestamp: clock().toISOString() },
  });
  await tree.keepHead(head);
  return head;
}

/** Whoever asks while it is being done gets what comes of the next time: what it is of may be older than what they wrote. */
function oneForAll<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const done = work();
      running = done.catch(() => undefined);
      return done;
    });
    return next;
  };
}
