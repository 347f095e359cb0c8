import type { LogProof } from '../domain/audit/index.js';
import type { RecordedEvent } from '../platform/eventStore/eventStore.js';
import type { Log } from '../platform/log.js';
import type { Certificates } from '../platform/signing/certificates.js';
import type { CaseReport } from './caseReport.js';
import { contentHash, reportHash } from './integrity.js';

/** What reports are proven and signed with. */
export interface SealDeps {
  proofs: { proofOf(events: readonly RecordedEvent[]): Promise<LogProof | undefined> };
  certificates: Pick<Certificates, 'sign'>;
  log: Pick<Log, 'error'>;
}

/** A report with the proof that its events are in the log, and signed. @param recorded the events of its timeline, as they are stored */
export async function sealReport(
  report: CaseReport,
  recorded: readonly RecordedEvent[],
  { proofs, certificates, log }: SealDeps,
): Promise<CaseReport> {
  const proof = await proofs.proofOf(recorded).catch((error: unknown) => {
    // What the case came to can be read all the same; that the log differs is told by health, too.
    log.error({ err: error }, 'a report cannot be proven');
    return undefined;
  });
  const { history } = report.integrity;
  const proven = { ...report, integrity: { history, proof: proof ?? null } };
  const { signature } = await certificates.sign({ report: contentHash(proven) });
  const signed = { ...report, integrity: { ...proven.integrity, signature } };
  return { ...report, integrity: { ...signed.integrity, report_sha256: reportHash(signed) } };
}
