import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv } from 'node:process';
import { format, resolveConfig } from 'prettier';
import { completeDocument } from '../src/api/http/documentation/completeDocument.js';
import { readGeneratedDocument } from '../src/api/http/documentation/openApiDocument.js';
import type { RecordedAnswer } from '../test/acceptance/support/recordAnswer.js';

/**
 * `tsx scripts/writeAnswers.ts FOLDER`: writes the examples of the API's description anew, out of the answers that the acceptance tests were
 * given and noted in that folder (`RECORD_ANSWERS=FOLDER npm test`). Of each operation the one that says most in few lines.
 */
const TARGET = path.join(import.meta.dirname, '../src/api/http/documentation/answers.json');

/** Characters of JSON: the description is fetched whole. */
const LONGEST = 1_600;

/** What is shown once, and to nobody else. */
const SECRETS = new Set(['raw_key', 'token', 'secret', 'secrets', 'current', 'previous']);

const folder = argv[2];
if (folder === undefined) throw new Error('The folder with the recorded answers is missing');

const recorded = readdirSync(folder).flatMap((name) =>
  readFileSync(path.join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedAnswer),
);

const { paths } = completeDocument(readGeneratedDocument());
const answers: Record<string, unknown> = {};
for (const [template, methods] of Object.entries(paths)) {
  for (const [method, { responses }] of Object.entries(methods)) {
    for (const status of Object.keys(responses).filter((one) => one.startsWith('2'))) {
      const operation = `${method} ${template}`;
      const bodies = recorded.filter((one) => one.operation === operation && String(one.status) === status);
      const shown = bodies.map(({ body }) => shortened(body)).filter((body) => !holdsSecret(body) && !isOfTest(body));
      const chosen = tellsMost(shown);
      if (chosen !== undefined) answers[`${operation} ${status}`] = chosen;
    }
  }
}
writeFileSync(TARGET, await format(JSON.stringify(answers), { ...(await resolveConfig(TARGET)), parser: 'json' }));

/** Of a list the first three. */
function shortened(body: unknown): unknown {
  return Array.isArray(body) ? body.slice(0, JSON.stringify(body.slice(0, 3)).length > LONGEST ? 1 : 3) : body;
}

/** The one with the fewest nothings, and of these the longest that is not too long; the shortest where all are. */
function tellsMost(bodies: readonly unknown[]): unknown {
  const texts = [...new Set(bodies.map((body) => JSON.stringify(body)))].sort(
    (one, other) => one.length - other.length,
  );
  const short = texts.filter((text) => text.length <= LONGEST);
  const told = short.sort((one, other) => nothingsIn(one) / one.length - nothingsIn(other) / other.length);
  const best = told.slice(0, Math.ceil(told.length / 4)).sort((one, other) => other.length - one.length)[0] ?? texts[0];
  return best === undefined ? undefined : (JSON.parse(best) as unknown);
}

function nothingsIn(text: string): number {
  return [...text.matchAll(/null|\[\]|\{\}|""/g)].length;
}

/** Whether it names an address that there is in a test alone. */
function isOfTest(body: unknown): boolean {
  return /127\.0\.0\.1|localhost|\[::1\]/.test(JSON.stringify(body));
}

function holdsSecret(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([name, value]) => SECRETS.has(name) || holdsSecret(value));
}
