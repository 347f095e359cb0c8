import { isDeepStrictEqual } from 'node:util';
import { picturesSubject } from '../../src/commands/faceBulk/faceBulkAsked.js';
import type { FaceBulkView } from '../../src/api/manyFaces/faceBulkContract.js';
import { VISITOR } from './faceCallers.js';
import type { FaceSearchNote, ProbeNote } from './ledger.js';
import type { Evidence } from './proofs.js';
import { isSigned } from './signedWebhook.js';

/** What searches for many faces are judged by. */
export type FaceEvidence = Pick<
  Evidence,
  'ledger' | 'faceSearches' | 'faceSearchIds' | 'erasures' | 'received' | 'secrets'
>;

/** Everything about searches for many faces that does not hold, as sentences; none where all is as it must be. */
export function judgeFaceSearches(evidence: FaceEvidence): string[] {
  const told = new Set(evidence.ledger.faceSearches.map(({ job_id }) => job_id));
  return [
    ...evidence.faceSearchIds
      .filter((id) => !told.has(id))
      .map((id) => `nobody was told of the search for faces ${id}`),
    ...evidence.ledger.faceSearches.flatMap((note) => [
      ...probesAreAnsweredOnce(evidence, note),
      ...endIsTold(evidence, note),
      ...picturesAreGone(evidence, note),
    ]),
  ];
}

/** As far as it is looked at. */
type Shown = Pick<FaceBulkView, 'status' | 'error' | 'results' | 'processed' | 'probe_count'>;

const viewOf = ({ faceSearches }: FaceEvidence, { job_id }: FaceSearchNote): Shown | undefined => {
  const answered = faceSearches.get(job_id);
  return answered?.status === 200 ? (answered.body as Shown) : undefined;
};

/** It ended well, and says of each picture once who is on it. */
function probesAreAnsweredOnce(evidence: FaceEvidence, note: FaceSearchNote): string[] {
  const about = `the search for faces ${note.number}`;
  const view = viewOf(evidence, note);
  if (!view) return [`${about} was answered and is lost`];
  const { status, error, results, processed, probe_count } = view;
  const [ids, sent] = [results.map(({ id }) => id), note.probes.map(({ id }) => id)];
  return [
    ...(status === 'completed' ? [] : [`${about} is ${status}: ${String(error)}`]),
    ...(processed === sent.length && probe_count === sent.length
      ? []
      : [`${about} did ${processed} pictures of ${probe_count}, and was sent ${sent.length}`]),
    ...(isDeepStrictEqual(ids, sent)
      ? []
      : [`${about} answered for ${ids.join(', ')}, and was sent ${sent.join(', ')}`]),
    ...note.probes.flatMap((probe) => {
      const found = results.find(({ id }) => id === probe.id);
      return !found || isAnswerTo(probe, found) ? [] : [`${about} answered for ${probe.id}: ${JSON.stringify(found)}`];
    }),
  ];
}

function isAnswerTo({ shows }: ProbeNote, { results, error }: FaceBulkView['results'][number]): boolean {
  if (shows === 'nothing') return results.length === 0 && error !== null && !NO_FACE.test(error);
  if (shows === 'nobody') return results.length === 0 && error !== null && NO_FACE.test(error);
  return error === null && results.length === 1 && results[0]?.face_id === VISITOR;
}

/** Said of a picture that can be read. */
const NO_FACE = /shows no face/;

/** Its webhook came, with the one body that a read shows, signed. */
function endIsTold(evidence: FaceEvidence, note: FaceSearchNote): string[] {
  const { received, secrets } = evidence;
  const came = received.filter(({ id }) => id === note.job_id);
  const about = `the end of the search for faces ${note.number}`;
  if (came.length === 0) return [`${about} was never told`];
  const bodies = new Set(came.map(({ body }) => body));
  const view = viewOf(evidence, note);
  return [
    ...(bodies.size === 1 ? [] : [`${about} was told with ${bodies.size} bodies`]),
    ...(!view || bodies.has(JSON.stringify(view)) ? [] : [`${about} was told otherwise than a read shows it`]),
    ...(came.every((one) => isSigned(secrets.get(note.tenant) ?? '', one)) ? [] : [`${about} is signed wrongly`]),
  ];
}

/** What was sent is kept no longer than it is needed. */
function picturesAreGone({ erasures }: FaceEvidence, { number, job_id }: FaceSearchNote): string[] {
  const isGone = erasures.subjects.some(({ subject }) => subject === picturesSubject(job_id));
  return isGone ? [] : [`the search for faces ${number} has ended, and the key of its pictures is there`];
}
