import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortSeeds } from '../../chaos/shortSeeds.js';
import { askedServers } from '../../support/askedServers.js';

const gate = readFileSync(join(import.meta.dirname, '../../../.ci/run'), 'utf8');

/** The stacks that chaos runs on, and which server has to be there for it, or must not be. */
const chaosRuns = [
  ...gate.matchAll(
    /^ *(?:if \[ (-[nz] "\$\w+") \](?: && in_time \d+ '[^']+')?; then\s+(?:export .*\s+)?)?(?:CHAOS_STACK=(\w+) )?tests chaos/gm,
  ),
].map(([, where, stack]) => ({ where, stack }));

test('CI takes three seeds of the chaos suite: on Postgres alone, with the event store outside it, and with searches in Elasticsearch', () => {
  expect(chaosRuns).toEqual([
    { where: undefined, stack: undefined },
    { where: '-n "$kafka"', stack: 'distributed' },
    { where: '-n "$elasticsearch"', stack: 'elasticsearch' },
    { where: '-z "$kafka"', stack: 'eventstore' },
  ]);
  const seeds = chaosRuns.map(({ stack }) => shortSeeds(askedServers({ CHAOS_STACK: stack }, 'CHAOS_STACK')));
  expect(seeds).toEqual([[1], [4], [5], [3]]);
});

test('CI runs acceptance tests on the event store alone, also where no broker can be had', () => {
  // In no other condition than that of time: what stands in another one, or in a function that may not be called, is behind something else.
  expect(gate).toMatch(
    /^if in_time \d+ '[^']+'; then\n(?: *say .*\n)? *ACCEPTANCE_STACK=eventstore tests \S+ npx vitest run --maxWorkers=1 test\/acceptance\/\{.*\broles\b.*\}/m,
  );
});

test('CI runs every project of `npm test`: what goes over HTTP by itself, all else beside the journeys', async () => {
  const { default: config } = await import('../../../vitest.config.js');
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : project,
  );
  const run = [...gate.matchAll(/^tests \S+ npm test --(.*)$/gm)].flatMap(([, given = '']) =>
    [...given.matchAll(/--project (?:'([^']+)'|(\S+))/g)].map(([, quoted, plain]) => quoted ?? plain),
  );
  expect(run.toSorted()).toEqual(projects.toSorted());
});
