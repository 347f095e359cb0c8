import { caseStream, isUnread } from '../../src/domain/cases/case.js';
import { grouped } from './grouped.js';
import type { CaseNote, UploadNote } from './ledger.js';
import type { Evidence, HistoryEvent } from './proofs.js';

/** What cases are judged by. */
export type CaseEvidence = Pick<Evidence, 'ledger' | 'history' | 'cases' | 'hashOfFile'>;

/** Everything about cases that does not hold, as sentences; none where all is as it must be. */
export async function judgeCases(evidence: CaseEvidence): Promise<string[]> {
  const kept = evidence.ledger.cases.filter(({ erased }) => !erased);
  const uploads = kept.flatMap((note) => note.uploads.map((upload) => uploadIsThere(evidence, note, upload)));
  return [
    ...referencesHaveOneCase(evidence),
    ...casesWereAskedFor(evidence),
    ...evidence.ledger.cases.flatMap((note) => caseIsThere(evidence, note)),
    ...evidence.cases.flatMap(documentsAreRead),
    ...evidence.ledger.cases.flatMap((note) => documentsWereSent(evidence, note)),
    ...(await Promise.all(uploads)).flat(),
    ...evidence.ledger.cases.flatMap((note) => endsOnce(evidence, note)),
    ...kept.flatMap((note) => replayIsCompared(evidence, note)),
  ];
}

type Happened<Type extends HistoryEvent['type']> = Extract<HistoryEvent, { type: Type }>;

function referencesHaveOneCase({ history }: CaseEvidence): string[] {
  const opened = history.flatMap((event) => (event.type === 'CaseOpened' ? event.data : []));
  const referred = opened.filter(({ client_reference_id }) => client_reference_id !== null);
  const byReference = grouped(
    referred,
    ({ tenant_id, client_reference_id }) => `${client_reference_id} of ${tenant_id}`,
  );
  return [...byReference].flatMap(([reference, { length }]) =>
    length === 1 ? [] : [`${length} cases were opened for the reference ${reference}`],
  );
}

/** A key, repeated or not, opened one case: there is none that no one was told of. */
function casesWereAskedFor({ ledger, cases }: CaseEvidence): string[] {
  const told = new Set(ledger.cases.flatMap(({ session_id, replay_id }) => [session_id, replay_id]));
  return cases.flatMap(({ session_id }) => (told.has(session_id) ? [] : [`nobody was told of the case ${session_id}`]));
}

const caseOf = ({ cases }: CaseEvidence, id: string | undefined): CaseEvidence['cases'][number] | undefined =>
  cases.find(({ session_id }) => session_id === id);

/** As it was asked for; of one that was erased it stays known that it was there. */
function caseIsThere(evidence: CaseEvidence, note: CaseNote): string[] {
  const { number, session_id, tenant, erased } = note;
  if (session_id === undefined) return [];
  const found = caseOf(evidence, session_id);
  if (!found) return [`case ${number} was answered and is lost`];
  const reference = erased ? null : note.reference;
  return found.tenant_id === tenant && found.client_reference_id === reference && found.erased === erased
    ? []
    : [
        `case ${number} is there for ${found.tenant_id} as ${found.client_reference_id}${found.erased ? ', erased' : ''}`,
      ];
}

const documentsAreRead = ({ session_id, documents }: CaseEvidence['cases'][number]): string[] =>
  documents.filter(isUnread).map(({ doc_id, status }) => `the document ${doc_id} of ${session_id} is still ${status}`);

/** Nothing is in a case of which only half was sent. */
function documentsWereSent(evidence: CaseEvidence, { number, session_id, uploads, erased }: CaseNote): string[] {
  if (erased) return [];
  const sent = uploads.map(({ filename }) => filename);
  const { documents = [] } = caseOf(evidence, session_id) ?? {};
  return documents.flatMap(({ filename }) =>
    sent.includes(String(filename)) ? [] : [`case ${number} has ${filename}, which nobody has sent as a whole`],
  );
}

/** An upload is in its case at most once; one that was answered is there, as it was sent, and read or failed for a reason. */
async function uploadIsThere(evidence: CaseEvidence, { session_id }: CaseNote, upload: UploadNote): Promise<string[]> {
  const { filename, doc_id, sha256, document_type } = upload;
  const documents = (caseOf(evidence, session_id)?.documents ?? []).filter((each) => each.filename === filename);
  if (documents.length > 1) return [`${filename} was taken in ${documents.length} times`];
  if (doc_id === undefined) return [];
  const found = documents.find((each) => each.doc_id === doc_id);
  if (!found) return [`${filename} was answered and is lost`];
  const isRead = found.status === 'done' && found.document_type === document_type;
  const stored = await evidence.hashOfFile(found.object_key);
  return [
    ...(found.sha256 === sha256 ? [] : [`${filename} is there with another hash`]),
    ...(stored === sha256 ? [] : [`the file of ${filename} is ${stored === undefined ? 'gone' : 'another one'}`]),
    ...(isRead || (found.status === 'failed' && found.error)
      ? []
      : [`${filename} is ${found.status} as ${found.document_type}: ${String(found.error)}`]),
  ];
}

/** What was said of completing and deciding a case happened once, and as it was said. */
function endsOnce({ history }: CaseEvidence, note: CaseNote): string[] {
  if (note.session_id === undefined) return [];
  const stream = caseStream(note.session_id);
  const events = history.filter((event) => event.stream === stream);
  const completed = events.filter((event): event is Happened<'CaseCompleted'> => event.type === 'CaseCompleted');
  const decided = events.filter((event): event is Happened<'CaseDecided'> => event.type === 'CaseDecided');
  const [status, decision] = [completed[0]?.data.status, decided[0]?.data.decision];
  const about = `case ${note.number}`;
  return [
    ...(completed.length === (note.completed === undefined ? 0 : 1)
      ? []
      : [`${about} was completed ${completed.length} times; its caller heard ${note.completed ?? 'nothing'}`]),
    ...(note.completed === undefined || note.completed === status
      ? []
      : [`${about} is ${String(status)} and was said to be ${note.completed}`]),
    ...(decided.length === (note.decisionAsked ? 1 : 0) ? [] : [`${about} was decided ${decided.length} times`]),
    ...(note.decided.every((one) => one === decision) && note.decided.length <= 1
      ? []
      : [`${about} has the decision ${String(decision)}, and its callers heard ${note.decided.join(' and ')}`]),
  ];
}

/** A replay was opened once, and stands beside what it replays, document by document. */
function replayIsCompared(evidence: CaseEvidence, { number, session_id, replay_id }: CaseNote): string[] {
  const before = caseOf(evidence, session_id);
  if (!before) return [];
  const replays = evidence.cases.filter(({ replay_of }) => replay_of === session_id);
  if (replay_id === undefined) return replays.length === 0 ? [] : [`nobody was told of a replay of case ${number}`];
  if (replays.length > 1) return [`case ${number} was replayed ${replays.length} times`];
  const [replay] = replays;
  if (replay?.session_id !== replay_id) return [`the replay of case ${number} was answered and is lost`];
  return replay.comparison?.documents.length === before.documents.length
    ? []
    : [`the replay of case ${number} did not come to a comparison of its ${before.documents.length} documents`];
}
