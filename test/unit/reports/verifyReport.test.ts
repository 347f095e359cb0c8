import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogProof } from '../../../src/domain/audit/index.js';
import { buildReport } from '../../../src/reports/buildReport.js';
import type { CaseReport } from '../../../src/reports/caseReport.js';
import { sealReport, type SealDeps } from '../../../src/reports/sealReport.js';
import { verifyProof, verifyReport } from '../../../src/reports/verifyReport.js';
import { readSigningKeys } from '../../../src/platform/signing/certificates.js';
import { publicKeysOf } from '../../../src/platform/signing/verifySigned.js';
import { all, newEvent } from '../../contract/eventStore/events.js';
import { openNotarisedLog, type NotarisedLog } from '../../support/notarisedLog.js';
import { approved, caseOf, historyOf, untilReview } from './sampleCase.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const history = historyOf([...untilReview, approved]);
const unsealed = buildReport(caseOf([...untilReview, approved]), history, NOW);

let log: NotarisedLog;
let keys: ReturnType<typeof publicKeysOf>;
let report: CaseReport;
let proof: LogProof;

beforeAll(async () => {
  log = await openNotarisedLog();
  await log.eventStore.append('thing-1', [newEvent('Noted')], 'no_stream');
  // As the case's events are stored: what they hold is of no matter to the tree.
  const events = history.events.map(({ id, type, metadata }) => ({ id, type, metadata, data: { $sealed: type } }));
  await log.eventStore.append(history.stream, events, 'no_stream');
  await log.eventStore.append('thing-2', [newEvent('Noted')], 'no_stream');
  await log.follow(events.length + 2);
  report = await seal();
  proof = report.integrity.proof!;
  keys = publicKeysOf(await readSigningKeys(log.database.knex));
});
afterAll(() => log.close());

/** A report as the service seals it; with another proof, as whoever has its signing key could. */
async function seal(forged: Partial<CaseReport> = {}, proofs: SealDeps['proofs'] = log.proofs): Promise<CaseReport> {
  const recorded = await all(log.eventStore.readStream(history.stream));
  return sealReport({ ...unsealed, ...forged }, recorded, { proofs, certificates: log.certificates, log: log.log });
}
const withProof = (changed: LogProof) => seal({}, { proofOf: () => Promise.resolve(changed) });

describe('verifying a report', () => {
  it('finds it as it was signed, with the whole history of the case in the log', () => {
    expect(verifyReport(JSON.parse(JSON.stringify(report)), keys)).toEqual({
      ...{ session_id: unsealed.case.session_id, events: history.events.length, head: proof.tree_head },
    });
    expect(verifyProof(proof, keys).leaves).toHaveLength(history.events.length);
  });

  it('finds any member of it changed', () => {
    for (const member of Object.keys(report).filter((one) => one !== 'integrity'))
      expect(() => verifyReport({ ...report, [member]: 'another' }, keys)).toThrow();
  });

  it.each(['added', '__proto__'])('finds a member %s that was put in', (member) => {
    const text = JSON.stringify({ ...report, x_y_z: { decision: 'denied' } }).replace('x_y_z', member);
    expect(() => verifyReport(JSON.parse(text), keys)).toThrow('The report was changed');
  });

  it('finds changed what was given the hash that goes with it, as nobody but the service can sign it', async () => {
    const decision = { ...unsealed.decision, outcome: 'denied' as const };
    const { report_sha256 } = (await seal({ decision })).integrity;
    const { signature } = report.integrity;
    const other = await sealReport({ ...unsealed, decision }, [], {
      ...{ proofs: { proofOf: () => Promise.resolve(proof) }, log: log.log },
      certificates: { sign: (facts) => Promise.resolve({ ...facts, signature: signature! }) },
    });
    expect(other.integrity.report_sha256).not.toBe(report_sha256);
    expect(() => verifyReport(other, keys)).toThrow('The report was signed with none of the keys');
  });

  it('finds a timeline that is not the one in the log, though the service signed it', async () => {
    const [first, ...rest] = unsealed.timeline as [CaseReport['timeline'][0], ...CaseReport['timeline']];
    for (const timeline of [
      [{ ...first, at: NOW.toISOString() }, ...rest],
      [{ ...first, by: 'key:another' }, ...rest],
      [{ ...first, event_id: rest[0]!.event_id }, ...rest],
      [...rest, first],
    ])
      await expectFailure({ timeline }, /Event 0 of the timeline/);
    await expectFailure({ timeline: rest }, /do not have the same number of events/);
    await expectFailure({ case: { ...unsealed.case, session_id: 'another' } }, /The history is that of another case/);
  });

  it('finds a proof that leaves an event out, or is of another log', async () => {
    const { leaves, tree_head } = proof;
    const [first, ...rest] = leaves as [LogProof['leaves'][0], ...LogProof['leaves']];
    for (const [changed, why] of [
      [{ tree_head, leaves: rest }, 'do not have the same number of events'],
      [
        { tree_head, leaves: [{ ...first, path: first.path.slice(1) }, ...rest] },
        'is not in the log that the tree head is of',
      ],
      [{ tree_head, leaves: [{ ...first, leaf_index: 3 }, ...rest] }, 'is not in the log that the tree head is of'],
      [{ tree_head, leaves: [{ ...first, leaf: { ...first.leaf, actor: 'x' } }, ...rest] }, 'is not in the log'],
      [
        { tree_head: { ...tree_head, root_hash: '0'.repeat(64) }, leaves },
        'The tree head was signed with none of the keys',
      ],
      [{ tree_head: { ...tree_head, tree_size: 99 }, leaves }, 'The tree head was signed with none of the keys'],
    ] as const)
      await expect(withProof(changed as LogProof).then((one) => verifyReport(one, keys))).rejects.toThrow(why);
  });

  it('says of a report without a proof that it has none, and trusts no key that it was not given', async () => {
    const without = await seal({}, { proofOf: () => Promise.resolve(undefined) });
    expect(() => verifyReport(without, keys)).toThrow('The report carries no proof');
    expect(() => verifyReport(report, [])).toThrow('The report was signed with none of the keys');
  });

  it('is made without a proof where the log is not what the tree was made of: the case can be read all the same', async () => {
    const failing = await seal({}, { proofOf: () => Promise.reject(new Error('differs')) });
    expect(failing.integrity.proof).toBeNull();
    expect(failing.timeline).toEqual(unsealed.timeline);
  });
});

async function expectFailure(forged: Partial<CaseReport>, why: RegExp): Promise<void> {
  const one = await seal(forged, { proofOf: () => Promise.resolve(proof) });
  expect(() => verifyReport(one, keys)).toThrow(why);
}
