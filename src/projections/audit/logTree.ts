import type { Knex } from 'knex';
import {
  nodesOf,
  toHex,
  type NodeId,
  type SignedTreeHead,
  type TreeFront,
  type TreeNode,
} from '../../domain/audit/index.js';
import type { Migration } from '../../platform/database/migrate.js';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';

/**
 * The Merkle tree over the log, as it is kept. No read model: it is never built anew by itself, since what it is for is to differ from
 * a log that was changed. Every hash of a perfect subtree is there, so that a leaf is added, and proven, by a few of them.
 */
export const logTreeMigrations: readonly Migration[] = [
  {
    name: 'log_tree_001',
    up: async (knex) => {
      await knex.schema.createTable('log_tree', (table) => {
        table.boolean('only').primary().defaultTo(true).checkIn(['true']);
        table.bigInteger('size').notNullable().defaultTo(0);
        table.bigInteger('position').comment('Of the last event that is in it');
        table.text('error').comment('Why it does not go on; null while it does');
      });
      await knex('log_tree').insert({ only: true });
      await knex.schema.createTable('log_tree_leaves', (table) => {
        table.bigInteger('index').primary();
        table.bigInteger('position').notNullable().unique();
        table.specificType('stream', 'text collate "C" not null');
        table.bigInteger('revision').notNullable();
        table.specificType('tenant_id', 'text collate "C" not null');
        table.binary('hash').notNullable();
      });
      await knex.schema.createTable('log_tree_nodes', (table) => {
        table.smallint('level');
        table.bigInteger('index');
        table.primary(['level', 'index']);
        table.binary('hash').notNullable();
      });
      await knex.schema.createTable('log_tree_heads', (table) => {
        table.bigInteger('tree_size').primary();
        table.json('head').notNullable();
      });
    },
  },
];

/** A tree, and up to where in the log it goes. */
export interface TreeState {
  front: TreeFront;
  /** Of the last event that is in it; undefined in an empty one. */
  position: Position | undefined;
}

/** Where the event of a leaf is. */
export interface LeafPlace {
  position: Position;
  stream: string;
  revision: bigint;
  tenant_id: string;
}

/** A leaf as it is kept. */
export interface KeptLeaf extends LeafPlace {
  index: number;
  hash: Uint8Array;
}

/** Another process has added to the tree: what was to be added has to be looked at anew. */
export class TreeMoved extends Error {
  override readonly name = 'TreeMoved';
  constructor() {
    super('The tree over the log has grown meanwhile, by another process');
  }
}

/** The tree in the database. */
export interface LogTree {
  /** As it is, to be gone on with. */
  read(): Promise<TreeState>;
  /** How large it is, up to where, and what is wrong with it; cheaper than all of it. */
  progress(): Promise<{ size: number; position: Position | undefined; error: string | null }>;
  /**
   * Adds leaves, with all nodes that come to be by them, in one transaction, and clears what was wrong.
   * @throws TreeMoved where the tree is not as large as it was for the caller: one adds, and of two that think so one fails
   */
  add(before: TreeState, after: TreeState, leaves: readonly LeafPlace[], nodes: readonly TreeNode[]): Promise<void>;
  /** Notes why the tree does not go on, or that it does. */
  note(error: string | null): Promise<void>;
  /** Hashes of perfect subtrees, in the order asked for. @throws RangeError where one is not there */
  hashes(ids: readonly NodeId[]): Promise<Uint8Array[]>;
  leafAt(position: Position): Promise<KeptLeaf | undefined>;
  /** Leaves by their positions, in the order of the log; those that are there. */
  leavesAt(positions: readonly Position[]): Promise<KeptLeaf[]>;
  /** Leaves by their places, from `from` on, in order. */
  leavesFrom(from: number, limit: number): Promise<KeptLeaf[]>;
  /** Keeps a signed head: of each size the newest. */
  keepHead(head: SignedTreeHead): Promise<void>;
  headOf(size: number): Promise<SignedTreeHead | undefined>;
  newestHead(): Promise<SignedTreeHead | undefined>;
  /** Heads that are kept of more than `size` leaves, the smallest first. */
  headsBeyond(size: number, limit: number): Promise<SignedTreeHead[]>;
}

/** Opens the tree in a database. */
export function createLogTree(knex: Knex): LogTree {
  const progress: LogTree['progress'] = async () => {
    const row = await knex<{ size: string; position: string | null; error: string | null }>('log_tree').first();
    if (!row) throw new Error('The tree over the log was never made');
    return {
      size: Number(row.size),
      position: row.position === null ? undefined : toPosition(row.position),
      error: row.error,
    };
  };
  const heads = () => knex<{ tree_size: string; head: SignedTreeHead }>('log_tree_heads');
  return {
    progress,
    async read() {
      const { size, position } = await progress();
      return { front: { size, peaks: await readHashes(knex, nodesOf({ from: 0, to: size })) }, position };
    },
    add: (before, after, leaves, nodes) =>
      knex.transaction(async (transaction) => {
        const { rows } = await transaction.raw<{ rows: unknown[] }>(
          `update log_tree set size = ?, position = ?, error = null where size = ? and position is not distinct from ?
           returning set_config('synchronous_commit', 'off', true)`,
          [after.front.size, text(after.position), before.front.size, text(before.position)],
        );
        if (rows.length === 0) throw new TreeMoved();
        await insertLeaves(transaction, before.front.size, leaves, nodes);
        await insertNodes(transaction, nodes);
      }),
    note: async (error) => void (await knex('log_tree').update({ error })),
    hashes: (ids) => readHashes(knex, ids),
    leafAt: async (position) => (await leavesWhere(knex, 'position = ?', [position.toString()]))[0],
    leavesAt: (positions) => leavesWhere(knex, 'position = any(?)', [positions.map(String)]),
    leavesFrom: (from, limit) => leavesWhere(knex, '"index" >= ? and "index" < ?', [from, from + limit]),
    keepHead: async (head) =>
      void (await knex('log_tree_heads')
        .insert({ tree_size: head.tree_size, head: JSON.stringify(head) })
        .onConflict('tree_size')
        .merge()),
    headOf: async (size) => (await heads().where('tree_size', String(size)).first('head'))?.head,
    newestHead: async () => (await heads().orderBy('tree_size', 'desc').first('head'))?.head,
    headsBeyond: (size, limit) =>
      heads().where('tree_size', '>', String(size)).orderBy('tree_size').limit(limit).pluck('head'),
  };
}

const text = (position: Position | undefined): string | null => position?.toString() ?? null;

/** The hashes of the leaves are those of the nodes of level 0, which stand with what else is known of them. */
async function insertLeaves(
  knex: Knex,
  from: number,
  leaves: readonly LeafPlace[],
  nodes: readonly TreeNode[],
): Promise<void> {
  const hashes = nodes.filter(({ level }) => level === 0).map(({ hash }) => toHex(hash));
  await knex.raw(
    `insert into log_tree_leaves ("index", position, stream, revision, tenant_id, hash)
     select ?::bigint + n - 1, position, stream, revision, tenant_id, decode(hash, 'hex')
     from unnest(?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::text[]) with ordinality
       as leaf (position, stream, revision, tenant_id, hash, n)`,
    [
      from,
      leaves.map(({ position }) => position.toString()),
      leaves.map(({ stream }) => stream),
      leaves.map(({ revision }) => revision.toString()),
      leaves.map(({ tenant_id }) => tenant_id),
      hashes,
    ],
  );
}

async function insertNodes(knex: Knex, nodes: readonly TreeNode[]): Promise<void> {
  const above = nodes.filter(({ level }) => level > 0);
  await knex.raw(
    `insert into log_tree_nodes (level, "index", hash)
     select level, "index", decode(hash, 'hex') from unnest(?::smallint[], ?::bigint[], ?::text[]) as node (level, "index", hash)`,
    [above.map(({ level }) => level), above.map(({ index }) => index), above.map(({ hash }) => toHex(hash))],
  );
}

async function readHashes(knex: Knex, ids: readonly NodeId[]): Promise<Uint8Array[]> {
  if (ids.length === 0) return [];
  const { rows } = await knex.raw<{ rows: { hash: Buffer | null }[] }>(
    `select coalesce(node.hash, leaf.hash) as hash
     from unnest(?::smallint[], ?::bigint[]) with ordinality as asked (level, "index", n)
     left join log_tree_nodes node on node.level = asked.level and node."index" = asked."index"
     left join log_tree_leaves leaf on asked.level = 0 and leaf."index" = asked."index"
     order by asked.n`,
    [ids.map(({ level }) => level), ids.map(({ index }) => index)],
  );
  return rows.map(({ hash }) => {
    if (!hash) throw new RangeError('A node of the tree over the log is not there');
    return hash;
  });
}

async function leavesWhere(knex: Knex, condition: string, bindings: Knex.RawBinding[]): Promise<KeptLeaf[]> {
  const { rows } = await knex.raw<{ rows: { [column in keyof KeptLeaf]: string & Buffer }[] }>(
    `select "index", position, stream, revision, tenant_id, hash from log_tree_leaves where ${condition} order by "index"`,
    bindings,
  );
  return rows.map(({ index, position, stream, revision, tenant_id, hash }) => ({
    ...{ index: Number(index), position: toPosition(position), stream, revision: BigInt(revision), tenant_id, hash },
  }));
}
