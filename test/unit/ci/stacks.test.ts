import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortSeeds } from '../../chaos/shortSeeds.js';
import { askedServers } from '../../support/askedServers.js';

const gate = readFileSync(join(import.meta.dirname, '../../../.ci/run'), 'utf8');

test('CI takes four seeds of the chaos suite, on every stack', () => {
  const runs = [...gate.matchAll(/^ *(?:CHAOS_STACK=(\w+) )?tests chaos/gm)];
  const seeds = runs.flatMap(([, stack]) => shortSeeds(askedServers({ CHAOS_STACK: stack }, 'CHAOS_STACK')));
  expect(seeds.toSorted()).toEqual([1, 2, 3, 4]);
});

test('CI runs acceptance tests and chaos on the event store alone, also where no broker can be had', () => {
  // What stands in a condition, or in a function that may not be called, is indented.
  expect(gate).toMatch(
    /^ACCEPTANCE_STACK=eventstore tests \S+ npx vitest run --maxWorkers=1 test\/acceptance\/\{.*\broles\b.*\}/m,
  );
  expect(gate).toMatch(
    /^CHAOS_STACK=eventstore tests \S+ npx vitest run --config test\/chaos\/vitest.config.ts shortRuns$/m,
  );
});
