#!/usr/bin/env node
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { publicKeysOf } from '../../platform/signing/verifySigned.js';
import { verifyProof, verifyReport } from '../../reports/verifyReport.js';

/**
 * `attest-verify FILE --keys KEYS`: verifies a case report, or a proof by itself, without a network or a service. KEYS is the JWK set that
 * `/v1/signing-keys` answers with, kept from a time when it was trusted. Ends with 1 and one line on stderr where something does not hold.
 */

const USAGE =
  'say "attest-verify FILE --keys KEYS", where FILE is a case report in JSON and KEYS the keys of /v1/signing-keys';

async function main(): Promise<void> {
  const { file, keys } = understand();
  const [given, trusted] = [await readJson(file), keysIn(await readJson(keys))];
  if (isProof(given)) {
    const { head, leaves } = verifyProof(given, trusted);
    for (const { position, type, id, stream } of leaves) say(`position ${position}: ${type} ${id} of ${stream}`);
    say(
      `All of these are in the log of ${head.tree_size} events whose root ${head.root_hash} was signed at ${head.timestamp}.`,
    );
    return;
  }
  const { session_id, events, head } = verifyReport(given, trusted);
  say(`The report of the case ${session_id} is as it was signed.`);
  say(
    `Its ${events} events are the whole history of the case up to the last of them, and all are in the log of ${head.tree_size} events whose root ${head.root_hash} was signed at ${head.timestamp}.`,
  );
}

function understand(): { file: string; keys: string } {
  try {
    const { positionals, values } = parseArgs({ options: { keys: { type: 'string' } }, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (file !== undefined && rest.length === 0 && values.keys !== undefined) return { file, keys: values.keys };
  } catch {
    // an option that there is not, or one without its value
  }
  throw new Error(USAGE);
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
