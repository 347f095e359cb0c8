// sum.mjs FOLDER [STAGE…]: adds up the reports of vitest in a folder. A test that was skipped in one run and ran in another
// counts once, as what came of it. STAGE… went wrong: a report, or anything else; each counts as a failure, unless its report
// holds failed tests, which count themselves.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...stages] = process.argv.slice(2);
const RANK = { skipped: 0, passed: 1, failed: 2 };
const outcomes = new Map();
const blamed = new Set();

const note = (test, outcome) => {
  if (RANK[outcome] >= RANK[outcomes.get(test) ?? 'skipped']) outcomes.set(test, outcome);
};

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  for (const file of JSON.parse(readFileSync(join(folder, name), 'utf8')).testResults) {
    // Tests of one file may share a name: they are told apart by how often it came before.
    const seen = new Map();
    for (const { fullName, status } of file.assertionResults) {
      const count = (seen.get(fullName) ?? 0) + 1;
      seen.set(fullName, count);
      note(`${file.name} ${fullName} ${count}`, status === 'passed' || status === 'failed' ? status : 'skipped');
    }
    if (file.status === 'failed') blamed.add(name);
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
      note(file.name, 'failed');
  }
}

const failedTests = [...outcomes].filter(([, outcome]) => outcome === 'failed').map(([test]) => test);
const others = stages.filter((stage) => !blamed.has(stage));
for (const line of [...failedTests, ...others]) console.log(`FAILED: ${line}`);

const count = (outcome) => [...outcomes.values()].filter((value) => value === outcome).length;
const failed = failedTests.length + others.length;
const skipped = count('skipped');
console.log(`${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? 1 : 0);
