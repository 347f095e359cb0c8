import { describe, expect, it } from 'vitest';
import { judgeRemains, type Remains, type RestEvidence } from '../../soak/judgeRemains.js';

const atRest = { openFiles: 40, threads: 20, connections: 10 };
const after: Remains = {
  ...atRest,
  queues: { 'work that is due': 0 },
  places: { 'attest_work_in_hand{topic="x"}': 0 },
  engineProcesses: 1,
  tables: { events: 130, executions_v1: 20, kept_answers: 8, due_work: 12 },
  unexplainedFiles: [],
  emptied: { due_work: 2 ** 20 },
};
const judged = (given: Partial<Remains> = {}, more: Partial<RestEvidence> = {}): string[] =>
  judgeRemains({
    before: atRest,
    after: { ...after, ...given },
    failedRuns: [],
    engineProcesses: 1,
    explanation: {
      events: { PipelineRunStarted: 20, StepFinished: 110 },
      streams: 20,
      keyedRequests: 8,
      requestsPerMinute: 100,
    },
    ...more,
  });

describe('what is left of a load', () => {
  it('is nothing where all is explained', () => {
    expect(judged()).toEqual([]);
  });

  it.each<[string, Partial<Remains>, RegExp]>([
    ['work', { queues: { 'work that is due': 3 } }, /work that is due: 3 are left/],
    ['a place', { places: { 'attest_work_in_hand{topic="x"}': 1 } }, /topic="x"} is 1 at rest/],
    [
      'an answer that nobody asked to keep',
      { tables: { kept_answers: 9 } },
      /kept_answers has 9 rows; requests under a key explain 8/,
    ],
    ['a second row for a run', { tables: { executions_v1: 21 } }, /executions_v1 has 21 rows; runs explain 20/],
    ['a row for each run, where there are none', { tables: { exclusive: 61 } }, /exclusive.* nothing explains/],
    ['a row for each event', { tables: { due_work: 130 } }, /due_work has 130 rows/],
    ['a table that nobody knows', { tables: { leftovers: 500 } }, /leftovers/],
    ['what deleted rows took', { emptied: { due_work: 2 ** 26 } }, /due_work.* takes 64 MiB/],
    ['a file', { unexplainedFiles: ['cases/x/documents/y'] }, /1 files belong to nothing, such as cases\/x/],
    ['open files', { openFiles: 90 }, /90 files are open at rest, 40 were before/],
    ['threads', { threads: 40 }, /40 threads/],
    ['connections', { connections: 30 }, /30 connections to Postgres/],
    ['an engine process', { engineProcesses: 2 }, /2 engine processes/],
  ])('is found: %s', (_, given, sentence) => {
    expect(judged(given)).toMatchObject([expect.stringMatching(sentence)]);
  });

  it('is not taken for nothing where the service says nothing of it', () => {
    expect(judged({ places: { attest_work_in_hand: undefined } })).toEqual([
      'the service says nothing of attest_work_in_hand',
    ]);
  });

  it('is also what was accepted and has failed', () => {
    expect(judged({}, { failedRuns: ['the run x is failed'] })).toEqual(['the run x is failed']);
  });
});
