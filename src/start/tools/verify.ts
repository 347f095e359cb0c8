import { readFile } from 'node:fs/promises';
import { ProofFailed, readTreeHead, type SignedTreeHead } from '../../domain/audit/index.js';
import { readSigningKeys } from '../../platform/signing/certificates.js';
import { publicKeysOf, isSignedBy } from '../../platform/signing/verifySigned.js';
import { createLogTree } from '../../projections/audit/logTree.js';
import { createLeafOf } from '../../projections/audit/notary.js';
import { verifyLog } from '../../projections/audit/verifyLog.js';
import type { SinkParts } from '../feature.js';
import { Usage, withStores } from './withStores.js';

/**
 * `npm run verify`, or `npm run verify -- HEADS`: whether the log is as it was when the tree over it took each event. HEADS is a file of tree
 * heads that were kept elsewhere, one JSON object in each line.
 */

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

async function verify(
  { database, eventStore, keyedHash }: SinkParts,
  headsElsewhere: readonly SignedTreeHead[],
): Promise<void> {
  const keys = publicKeysOf(await readSigningKeys(database.knex));
  let shownAt = Date.now();
  const { events, heads, since, differs } = await verifyLog({
    ...{ eventStore, headsElsewhere, tree: createLogTree(database.knex), leafOf: createLeafOf(keyedHash) },
    isSigned: (head) => isSignedBy(keys, head),
    onProgress(count) {
      if (Date.now() - shownAt < 1_000) return;
      shownAt = Date.now();
      print(`${count.toLocaleString('en')} events are as they were so far`);
    },
  });
  if (differs !== undefined)
    throw new Error(`${differs}. Before that, ${events.toLocaleString('en')} events are as they were.`);
  print(
    `${events.toLocaleString('en')} events are as they were, and ${heads.toLocaleString('en')} signed tree heads are of them` +
      (since === undefined
        ? '.'
        : `, the oldest of ${since}: what was changed before that, with the tree, does not show.`),
  );
}

/** The heads in a file. @throws Error that names the line of one that is none */
async function readHeads(file: string | undefined): Promise<SignedTreeHead[]> {
  if (file === undefined) return [];
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, n) => {
    if (line.trim() === '') return [];
    try {
      return [readTreeHead(JSON.parse(line))];
    } catch (error) {
      const why = error instanceof ProofFailed ? error.message : 'it is no JSON';
      throw new Error(`Line ${n + 1} of the file is no tree head: ${why}`, { cause: error });
    }
  });
}

await withStores(([file, ...rest]) => {
  if (rest.length > 0 || file?.startsWith('-'))
    throw new Usage('say "npm run verify" or "npm run verify -- FILE_OF_TREE_HEADS"');
  return async (parts) => verify(parts, await readHeads(file));
});
