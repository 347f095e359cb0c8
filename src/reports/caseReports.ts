import { type Case, type CaseEvent, caseRules, caseStream, maskCase } from '../domain/cases/index.js';
import { DomainError, fold, noneWithThisId } from '../domain/core/decider.js';
import type { DomainEvent } from '../domain/core/event.js';
import type { ThumbnailEngine } from '../engines/documents/thumbnails/thumbnail.js';
import type { BlobStore } from '../platform/blobs/blobStore.js';
import type { Clock } from '../platform/clock.js';
import type { Decoded, EventCodec } from '../platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../platform/eventStore/eventStore.js';
import type { CaseReport } from './caseReport.js';
import { buildReport } from './buildReport.js';
import { historyHash, type CaseHistory } from './integrity.js';
import { createKeptReports } from './keptReports.js';
import type { ReportPictures } from './pdf/pictures.js';
import { pictureDocuments } from './pictureDocuments.js';
import { pictureFaces } from './pictureFaces.js';
import { sealReport, type SealDeps } from './sealReport.js';

/** Makes the reports of cases, and keeps them until something about the case changes. */
export interface CaseReports {
  /**
   * The facts. Those that are kept, unless they are to be made anew.
   * @throws DomainError `invalid` while the case collects, `not_found`
   */
  facts(session_id: string, options: { regenerate: boolean }): Promise<CaseReport>;
  /** The same facts as a PDF, under the same conditions. @throws EngineUnavailable when its pictures cannot be made now */
  pdf(session_id: string, options: { regenerate: boolean }): Promise<Buffer>;
}

/** What reports are made from. */
export interface CaseReportsDeps extends SealDeps {
  eventStore: Pick<EventStore, 'readStream' | 'lastRevision'>;
  codec: Pick<EventCodec<DomainEvent>, 'decodeBatch'>;
  blobs: Pick<BlobStore, 'put' | 'read'>;
  engine: ThumbnailEngine;
  clock: Clock;
  /** Sets a report as a PDF, off the event loop. */
  render: (report: CaseReport, pictures: ReportPictures) => Promise<Uint8Array>;
}

/** Which form the facts have; raised when it changes, so that none of the old form is served. */
const FORM = 3;

/** Creates the reports of cases. */
export function createCaseReports(deps: CaseReportsDeps): CaseReports {
  const kept = createKeptReports(deps.blobs);

  const facts = async (session_id: string, regenerate: boolean): Promise<CaseReport> => {
    const stream = caseStream(session_id);
    const revision = await deps.eventStore.lastRevision(stream);
    if (revision === undefined) throw noneWithThisId('case');
    const known = regenerate ? undefined : await kept.find(stream, 'facts', madeOf(revision));
    if (known) return JSON.parse(known.toString()) as CaseReport;
    const { theCase, history, recorded } = await readCase(deps, stream);
    if (theCase.status === 'collecting') {
      throw new DomainError('invalid', 'The case is still collecting; there is a report once it has ended');
    }
    const report = await sealReport(buildReport(maskCase(theCase), history, deps.clock()), recorded, deps);
    const read = BigInt(history.events.length - 1);
    // One without a proof is made again, as the tree will have its events soon.
    if (report.integrity.proof) await kept.keep(stream, 'facts', madeOf(read), Buffer.from(JSON.stringify(report)));
    return report;
  };

  const pdf = async (session_id: string, regenerate: boolean): Promise<Buffer> => {
    const stream = caseStream(session_id);
    const report = await facts(session_id, regenerate);
    const { report_sha256 } = report.integrity;
    const known = await kept.find(stream, 'pdf', report_sha256);
    if (known) return known;
    const { theCase } = await readCase(deps, stream);
    const pictures = { ...(await pictureDocuments(theCase, deps)), ...(await pictureFaces(theCase, deps)) };
    const made = Buffer.from(await deps.render(report, pictures));
    await kept.keep(stream, 'pdf', report_sha256, made);
    return made;
  };

  return {
    facts: onceAtATime((session_id, { regenerate }) => facts(session_id, regenerate)),
    pdf: onceAtATime((session_id, { regenerate }) => pdf(session_id, regenerate)),
  };
}

const madeOf = (revision: bigint): string => `${FORM}/${revision}`;

type Make<Made> = (session_id: string, options: { regenerate: boolean }) => Promise<Made>;

/** Requests for the same thing that come while it is being made get what is made. */
function onceAtATime<Made>(make: Make<Made>): Make<Made> {
  const making = new Map<string, Promise<Made>>();
  return (session_id, options) => {
    const key = `${session_id}/${options.regenerate}`;
    const running = making.get(key);
    if (running) return running;
    const made = make(session_id, options).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}

/** The case and its history from one reading of its stream, so that both say the same. */
async function readCase(
  { eventStore, codec }: CaseReportsDeps,
  stream: string,
): Promise<{ theCase: Case; history: CaseHistory; recorded: readonly RecordedEvent[] }> {
  const recorded: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream)) recorded.push(event);
  const events = (await codec.decodeBatch(recorded)) as Decoded<CaseEvent>[];
  const state = fold(caseRules, events);
  if (state.status === 'not_opened') throw noneWithThisId('case');
  return { theCase: state.case, history: { stream, events, sha256: historyHash(recorded) }, recorded };
}
