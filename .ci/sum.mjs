// sum.mjs FOLDER [STAGE…]: adds up the reports of vitest in a folder. A test that ran several times counts once, as the worst
// that came of it; one that was skipped in one run and ran in another counts as what came of it there. STAGE… went wrong: a report, or
// anything else; each counts as a failure, unless its report holds failed tests, which count themselves. A STAGE that begins
// with "skipped:" could not be run here, and counts as one that was skipped. Where the folder holds times.tsv (a part, its seconds, those of
// its processor time, user and system), it says before the last line how long each part took, so that whoever adds one sees what
// there is room for.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...stages] = process.argv.slice(2);
const RANK = { skipped: 0, passed: 1, failed: 2 };
const outcomes = new Map();
const blamed = new Set();
/** Files that some run ran to the end of, so that nothing of them counts as skipped. */
const ranWhole = new Set();

const note = (report, file, test, outcome, why = '') => {
  const id = `${file} ${test}`.trim();
  if (RANK[outcome] >= RANK[outcomes.get(id)?.outcome ?? 'skipped']) outcomes.set(id, { outcome, file, report, why });
};
/** What is known of a failure, so that the end of the output says what went wrong: a message, where it was thrown, and why. */
const whyOf = (messages = []) =>
  messages
    .flatMap((message) => message.split('\n'))
    .filter((line) => !/^\s+at (.*node_modules|new Promise|node:)/.test(line))
    .slice(0, 25)
    .map((line) => line.slice(0, 400))
    .join('\n    ');

for (const report of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  for (const { name, status, assertionResults } of JSON.parse(readFileSync(join(folder, report), 'utf8')).testResults) {
    // Tests of one file may share a name: they are told apart by how often it came before.
    const seen = new Map();
    let skippedHere = 0;
    for (const { fullName, status: came, failureMessages } of assertionResults) {
      const count = (seen.get(fullName) ?? 0) + 1;
      seen.set(fullName, count);
      const outcome = came === 'passed' || came === 'failed' ? came : 'skipped';
      if (outcome === 'skipped') skippedHere++;
      note(report, name, `${fullName} ${count}`, outcome, whyOf(failureMessages));
    }
    if (skippedHere === 0 && assertionResults.length > 0) ranWhole.add(name);
    if (status === 'failed') blamed.add(report);
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      note(report, name, '', 'failed');
  }
}

const counted = [...outcomes].filter(([, { outcome, file }]) => outcome !== 'skipped' || !ranWhole.has(file));
const count = (wanted) => counted.filter(([, { outcome }]) => outcome === wanted).length;
const notRun = stages.filter((stage) => stage.startsWith('skipped:'));
const others = stages.filter((stage) => !notRun.includes(stage) && !blamed.has(stage));
for (const [id, { outcome, report, why }] of counted) {
  if (outcome === 'failed') console.log(`FAILED in ${report}: ${id}${why && `: ${why}`}`);
}
for (const stage of others) console.log(`FAILED: ${stage}`);
for (const stage of notRun) console.log(stage.replace(':', ': '));

const times = join(folder, 'times.tsv');
if (existsSync(times)) {
  for (const line of readFileSync(times, 'utf8').trim().split('\n')) {
    const [part, ...seconds] = line.split('\t');
    const [wall, user, system] = seconds.map(Number);
    console.log(`${part}: ${Math.round(wall)} s, ${Math.round(user + system)} s of processor time`);
  }
}

const failed = count('failed') + others.length;
const skipped = count('skipped') + notRun.length;
console.log(`${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? 1 : 0);
