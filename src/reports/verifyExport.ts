import { createHash, type KeyObject } from 'node:crypto';
import {
  checkProvenLeaf,
  checkTreeHead,
  createTreeHashing,
  differencesFrom,
  isNewerFirst,
  ProofFailed,
  readExportEnd,
  readExportHead,
  type AuditLeaf,
  type ExportEnd,
  type ExportHead,
  type SignedTreeHead,
  type TrustedHead,
} from '../domain/audit/index.js';
import { sha256 } from '../platform/signing/sha256.js';
import { isSignedBy } from '../platform/signing/verifySigned.js';

/** What was found of an export. */
export interface VerifiedExport {
  head: SignedTreeHead;
  /** What it was asked for, as its first line says. */
  asked: ExportHead['export'];
  entries: number;
  /** Whether its last line is there and signs what stands before it. */
  isSealed: boolean;
  /** Events of one stream without a gap, where all entries are such; both revisions are in it. */
  history: { stream: string; from: bigint; to: bigint } | undefined;
  /** What does not hold, a sentence for each line, and the most important ones only where there are many; none where all of it holds. */
  wrong: string[];
}

/** Most sentences about lines. */
const MOST_WRONG = 20;

const hashing = createTreeHashing(sha256);

/**
 * Verifies an export by itself, line by line, with no more of it in memory than a line: that each entry is what the log says, and that all of it is as it was
 * signed. Needs nothing but the export and the public keys.
 * @param lines With their ends
 * @param isPart Whether the last line may be another one than was signed, or missing: lines that were picked out of an export
 * @throws ProofFailed where there is no head that holds, against which anything could be verified
 */
export async function verifyExport(
  lines: AsyncIterable<Buffer>,
  keys: readonly KeyObject[],
  { isPart }: { isPart: boolean },
): Promise<VerifiedExport> {
  const hash = createHash('sha256');
  const wrong: string[] = [];
  let [number, more] = [0, 0];
  let begun: Begun | undefined;
  let end: ExportEnd | undefined;
  for await (const line of lines) {
    number += 1;
    const content = jsonOf(line);
    begun ??= beginning(content, keys);
    if (number === 1) {
      hash.update(line);
      continue;
    }
    const sentence = end ? 'it stands behind the line that signs the export' : undefined;
    end ??= readExportEnd(content);
    if (end && sentence === undefined) continue;
    hash.update(line);
    const found = sentence ?? begun.take(content);
    if (found === undefined) continue;
    if (wrong.length < MOST_WRONG) wrong.push(`Line ${number}: ${found}`);
    else more += 1;
  }
  if (!begun) throw new ProofFailed('There is no line in the export');
  if (more > 0) wrong.push(`${more} more lines do not hold`);
  const broken = brokenSeal(end, { entries: begun.entries(), sha256: hash.digest('hex') }, keys);
  if (broken !== undefined && !isPart) wrong.push(broken);
  const { trusted, asked } = begun;
  return {
    ...{ head: trusted.head, asked, entries: begun.entries(), isSealed: broken === undefined },
    ...{ history: begun.history(), wrong },
  };
}

/** Why the last line does not sign what stands before it; undefined where it does. */
function brokenSeal(
  end: ExportEnd | undefined,
  found: ExportEnd['export'],
  keys: readonly KeyObject[],
): string | undefined {
  if (!end) return 'The last line, which signs the export, is missing: it was cut off, or lines were picked out of it';
  if (!isSignedBy(keys, { ...end })) return 'The last line was signed with none of the keys';
  if (end.export.entries !== found.entries)
    return `The export was changed: it was signed with ${end.export.entries} entries and has ${found.entries}`;
  if (end.export.sha256 !== found.sha256) return 'The export was changed: it does not have the hash that was signed';
  return undefined;
}

/** An export whose head holds. */
interface Begun {
  trusted: TrustedHead;
  asked: ExportHead['export'];
  /** Takes the next entry. @returns What does not hold of it */
  take(entry: unknown): string | undefined;
  entries(): number;
  history(): VerifiedExport['history'];
}

/** What the first line says. @throws ProofFailed */
function beginning(content: unknown, keys: readonly KeyObject[]): Begun {
  const head = readExportHead(content);
  if (!head) throw new ProofFailed('The first line is not that of an export that carries its proof');
  const trusted = checkTreeHead(head.tree_head, { hashing, isSigned: (one) => isSignedBy(keys, { ...one }) });
  const isWhole = head.export.kind === 'audit';
  let entries = 0;
  let before: AuditLeaf | undefined;
  let history: VerifiedExport['history'] | 'none';
  return {
    ...{ trusted, asked: head.export },
    take(entry) {
      entries += 1;
      try {
        const leaf = checkEntry(entry, trusted, isWhole);
        if (isWhole && before && !isNewerFirst(before, leaf)) return 'it is not older than the entry before it';
        history = withNext(history, leaf);
        before = leaf;
        return undefined;
      } catch (error) {
        history = 'none';
        if (error instanceof ProofFailed) return error.message;
        throw error;
      }
    },
    entries: () => entries,
    history: () => (history === 'none' ? undefined : history),
  };
}

/** The leaf of an entry that is as the log says. @throws ProofFailed */
function checkEntry(entry: unknown, trusted: TrustedHead, isWhole: boolean): AuditLeaf {
  if (typeof entry !== 'object' || entry === null) throw new ProofFailed('there is no entry in it');
  const { proof, ...shown } = entry as { [member: string]: unknown };
  if (proof === undefined) throw new ProofFailed('the entry carries no proof');
  const leaf = checkProvenLeaf(proof, trusted, hashing);
  const different = differencesFrom(leaf, shown, isWhole);
  if (different.length > 0) throw new ProofFailed(`${different.join(', ')}: not what is in the log`);
  return leaf;
}

function withNext(
  known: VerifiedExport['history'] | 'none',
  { stream, revision }: AuditLeaf,
): VerifiedExport['history'] | 'none' {
  const place = BigInt(revision);
  if (known === undefined) return { stream, from: place, to: place };
  const isNext = known !== 'none' && known.stream === stream && known.from - 1n === place;
  return isNext ? { ...known, from: place } : 'none';
}

function jsonOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}
