#!/usr/bin/env node
import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readExportHead } from '../../domain/audit/index.js';
import { publicKeysOf } from '../../platform/signing/verifySigned.js';
import { fileLines } from '../../reports/fileLines.js';
import { verifyExport, type VerifiedExport } from '../../reports/verifyExport.js';
import { verifyProof, verifyReport } from '../../reports/verifyReport.js';

/**
 * `attest-verify FILE --keys KEYS [--part]`: verifies a case report, an export with proofs, or a proof by itself, without a network or a service. KEYS is the JWK
 * set that `/v1/signing-keys` answers with, kept from a time when it was trusted. Ends with 1 and what does not hold on stderr, in a line each.
 */

const USAGE =
  'say "attest-verify FILE --keys KEYS", where FILE is a case report in JSON or an export with proofs in JSON Lines, and KEYS the keys of /v1/signing-keys; "--part" where lines were picked out of the export';

interface Asked {
  file: string;
  keys: string;
  isPart: boolean;
}

async function main(): Promise<void> {
  const { file, keys, isPart } = understand();
  const trusted = keysIn(await readJson(keys));
  if (await isExport(file)) {
    tellExport(await verifyExport(linesOf(file), trusted, { isPart }), isPart);
    return;
  }
  const given = await readJson(file);
  if (isProof(given)) {
    const { head, leaves } = verifyProof(given, trusted);
    for (const { position, type, id, stream } of leaves) say(`position ${position}: ${type} ${id} of ${stream}`);
    say(`All of these are in ${logOf(head)}.`);
    return;
  }
  const { session_id, events, head } = verifyReport(given, trusted);
  say(`The report of the case ${session_id} is as it was signed.`);
  say(`Its ${events} events are the whole history of the case up to the last of them, and all are in ${logOf(head)}.`);
}

/** Says what holds of an export. @throws Error with what does not */
function tellExport({ wrong, head, asked, entries, isSealed, history }: VerifiedExport, isPart: boolean): void {
  if (wrong.length > 0) throw new Error(wrong.join('\nattest-verify: '));
  say(`${entries} entries are in ${logOf(head)}, as they say: who did what, when and to what.`);
  if (isSealed) {
    say('The export is as it was signed: nothing in it was changed, put in, left out or moved since.');
    say(`It was asked for with ${JSON.stringify(asked.query)}. What the service left out of it, it cannot show.`);
  } else if (isPart) {
    say('It is a part of an export: what else stands in the entries is not proven, nor that none is missing.');
  }
  if (!history) return;
  const { stream, from, to } = history;
  const reach =
    from === 0n ? `all of ${stream} from its beginning to` : `those of ${stream} without a gap from ${from} to`;
  say(`The events are ${reach} ${to}. That nothing came after, it cannot say.`);
}

const logOf = ({ tree_size, root_hash, timestamp }: VerifiedExport['head']): string =>
  `the log of ${tree_size} events whose root ${root_hash} was signed at ${timestamp}`;

function understand(): Asked {
  try {
    const options = { keys: { type: 'string' }, part: { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (file !== undefined && rest.length === 0 && values.keys !== undefined)
      return { file, keys: values.keys, isPart: values.part === true };
  } catch {
    // an option that there is not, or one without its value
  }
  throw new Error(USAGE);
}

/** Whether a file is JSON Lines, as far as it is there: its first line is JSON by itself, and begins an export or has another one behind it. */
async function isExport(file: string): Promise<boolean> {
  const read: Buffer[] = [];
  for await (const line of linesOf(file)) if (read.push(line) === 2) break;
  const [first, second] = read;
  try {
    const begins = readExportHead(JSON.parse(String(first))) !== undefined;
    return begins || second !== undefined;
  } catch {
    return false;
  }
}

/** @throws Error where the file cannot be read */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* fileLines(createReadStream(file) as AsyncIterable<Buffer>);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error(`${file} cannot be read.`, { cause: error });
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read.`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} holds no JSON.`, { cause: error });
  }
}

const isProof = (given: unknown): boolean => typeof given === 'object' && given !== null && 'tree_head' in given;

function keysIn(given: unknown): KeyObject[] {
  try {
    const { keys } = given as { keys: Parameters<typeof publicKeysOf>[0] };
    return publicKeysOf(keys);
  } catch (error) {
    throw new Error('The keys are no JWK set of keys of Ed25519, as /v1/signing-keys answers with.', { cause: error });
  }
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

await main().catch((error: unknown) => {
  process.stderr.write(`attest-verify: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
