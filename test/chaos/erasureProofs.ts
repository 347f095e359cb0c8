import { picturesSubject } from '../../src/commands/faceBulk/faceBulkAsked.js';
import { caseStream } from '../../src/domain/cases/case.js';
import type { CaseNote } from './ledger.js';
import type { Evidence } from './proofs.js';

/** What erasures are judged by. */
export type ErasureEvidence = Pick<Evidence, 'ledger' | 'history' | 'erasures'>;

/** Everything about erasures that does not hold, as sentences: what was erased is gone everywhere, and nobody else's is. */
export function judgeErasures(evidence: ErasureEvidence): string[] {
  const erased = evidence.ledger.cases.filter((note) => note.erased);
  const log = JSON.stringify(evidence.history, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return [
    ...erased.flatMap((note) => isErased(evidence, note)),
    ...erased.flatMap((note) => isNowhere(evidence, note, log)),
    ...nobodyElseIs(evidence, erased),
  ];
}

/** The cases that are erased with one: itself, and the one that replays it. */
const idsOf = ({ session_id, replay_id }: CaseNote): string[] =>
  [session_id, replay_id].filter((id) => id !== undefined);

/** It is a fact, once, that the case and its replay were erased, their keys are gone, and nothing is left to be done. */
function isErased({ history, erasures }: ErasureEvidence, note: CaseNote): string[] {
  return idsOf(note).flatMap((id) => {
    const stream = caseStream(id);
    const facts = history.filter((event) => event.stream === stream && event.type === 'CaseErased').length;
    const gone = erasures.subjects.find(({ subject }) => subject === stream);
    const about = `case ${note.number}, as ${stream},`;
    return [
      ...(facts === 1 ? [] : [`${about} was erased ${facts} times`]),
      ...(gone ? [] : [`${about} was erased, and its key is there`]),
      ...(gone?.unfinished ? [`the erasure of ${about} has not come to its end`] : []),
    ];
  });
}

/** What was sent, and its files, stand in no row, in no event that can be read, and under no key. */
function isNowhere({ erasures }: ErasureEvidence, note: CaseNote, log: string): string[] {
  const ids = idsOf(note);
  const streams = ids.map(caseStream);
  const named = new Set(erasures.subjects.flatMap((one) => (streams.includes(one.subject) ? one.named : [])));
  return [
    ...erasures.files
      .filter((key) => named.has(key))
      .map((key) => `case ${note.number} was erased, and its file ${key} is there`),
    ...note.uploads.flatMap(({ filename, sha256 }) => [
      ...[...erasures.tables].flatMap(([table, rows]) =>
        rows.includes(filename) ? [`${filename} was erased, and stands in ${table}`] : [],
      ),
      ...(log.includes(filename) ? [`${filename} was erased, and can be read in the log`] : []),
      ...(sha256.length > 0 && ids.some((id) => hasHash(erasures, id, sha256))
        ? [`${filename} was erased, and its hash stands in a row of it`]
        : []),
    ]),
  ];
}

/** Whether a row that is about a case tells the hash of a file; the same file can have been sent to other cases. */
const hasHash = ({ tables }: ErasureEvidence['erasures'], id: string, sha256: string): boolean =>
  [...tables.values()].some((rows) => rows.split('\n').some((row) => row.includes(id) && row.includes(sha256)));

/** No key is gone, and no case erased, but of those that were asked to be, and of what replays them. */
function nobodyElseIs({ ledger, history, erasures }: ErasureEvidence, erased: readonly CaseNote[]): string[] {
  const asked = new Set(erased.flatMap(idsOf));
  for (const event of history)
    if (event.type === 'CaseReplayRequested' && asked.has(event.data.replay_of)) asked.add(event.data.session_id);
  // The pictures of a search go with its end.
  const pictures = ledger.faceSearches.map(({ job_id }) => picturesSubject(job_id));
  const streams = new Set([...[...asked].map(caseStream), ...pictures]);
  const found = [
    ...erasures.subjects.map(({ subject }) => subject),
    ...history.flatMap(({ type, stream }) => (type === 'CaseErased' ? [stream] : [])),
  ];
  return [...new Set(found)]
    .filter((stream) => !streams.has(stream))
    .map((stream) => `${stream} was erased, and nobody asked for it`);
}
