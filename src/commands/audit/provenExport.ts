import { createHash } from 'node:crypto';
import type { ExportEnd, ExportHead, ProvenEntry, ProvenLeaf, SignedTreeHead } from '../../domain/audit/index.js';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';
import type { Certificates } from '../../platform/signing/certificates.js';
import type { LogTree } from '../../projections/audit/logTree.js';
import { differsAt, type Notary } from '../../projections/audit/notary.js';
import { pathsTo } from './treePaths.js';

/** An entry that is exported. */
export interface ExportedEntry {
  /** Of its event in the log, decimal. */
  position: string;
  /** Who is shown it. */
  tenant_id: string;
  /** What of it is written. */
  shown: object;
}

/** An export that carries its proof, begun. */
export interface ProvenExport {
  /** Of the last event that the head covers, before all others in a log without events: what lies behind it is none of this export. */
  upTo: Position;
  /**
   * The export as JSON Lines, as `docs/proofs.md` spells out: some of them at a time, the first with those of the first page. A page is
   * asked for once the lines of the one before it were taken, and of those nothing is kept but a hash.
   * @throws LogDiffers where the log is not the one that the tree was made of
   */
  lines(asked: ExportHead['export'], pages: AsyncIterable<readonly ExportedEntry[]>): AsyncGenerator<string>;
}

/** What exports are proven with. */
export interface ProvenExportDeps {
  tree: Pick<LogTree, 'leavesFrom' | 'leavesAt' | 'hashes'>;
  notary: Pick<Notary, 'eventsOf'>;
  treeHead: () => Promise<SignedTreeHead>;
  certificates: Pick<Certificates, 'sign'>;
}

/** Begins an export: signs the head that it is proven against. */
export async function beginExport(deps: ProvenExportDeps): Promise<ProvenExport> {
  const tree_head = await deps.treeHead();
  const { tree_size: size } = tree_head;
  const [last] = size === 0 ? [] : await deps.tree.leavesFrom(size - 1, 1);
  return {
    upTo: last?.position ?? BEFORE_ALL,
    async *lines(asked, pages) {
      const hash = createHash('sha256');
      let [entries, head] = [0, lineOf({ export: asked, tree_head } satisfies ExportHead)];
      for await (const page of pages) {
        const proofs = await proofsOf(page, size, deps);
        const lines = head + page.map(({ shown }, n) => lineOf(proven(shown, proofs[n]))).join('');
        [entries, head] = [entries + page.length, ''];
        hash.update(lines);
        yield lines;
      }
      hash.update(head);
      const facts = { export: { entries, sha256: hash.digest('hex') } };
      yield head + lineOf((await deps.certificates.sign(facts)) satisfies ExportEnd);
    },
  };
}

const BEFORE_ALL = -1n as Position;

const lineOf = (content: object): string => `${JSON.stringify(content)}\n`;

const proven = (shown: object, proof: ProvenLeaf | undefined): ProvenEntry => ({
  ...shown,
  proof: proof as ProvenLeaf,
});

/** The proofs of entries, in their order. @throws LogDiffers, also where an event is another tenant's than the entry says */
async function proofsOf(
  entries: readonly ExportedEntry[],
  treeSize: number,
  { tree, notary }: Pick<ProvenExportDeps, 'tree' | 'notary'>,
): Promise<ProvenLeaf[]> {
  const places = entries.map(({ position }) => toPosition(position));
  const known = new Map((await tree.leavesAt(places)).map((leaf) => [leaf.position, leaf]));
  const kept = places.map((position, n) => {
    const leaf = known.get(position);
    if (!leaf || leaf.tenant_id !== entries[n]?.tenant_id) throw differsAt(position);
    return leaf;
  });
  const leaves = (await notary.eventsOf(kept)).map((leaf, n) => ({ leaf_index: kept[n]?.index ?? 0, leaf }));
  const paths = await pathsTo(tree, leaves, treeSize);
  return leaves.map((leaf, n) => ({ ...leaf, path: paths[n] ?? [] }));
}
