import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import { valuesAsRead } from '../../domain/cases/documentCorrection.js';
import { caseStream, type Case } from '../../domain/cases/case.js';
import { isReplaced, speaking } from '../../domain/cases/documentRequests.js';
import { isUsable } from '../../domain/cases/judgedDocument.js';
import type { SeenBefore } from '../../domain/cases/seenBefore.js';
import { blocklistEntry, blocklistEntryStream } from '../../domain/blocklist/index.js';
import { type Clue, CLUES_OF_CASES, CLUES_OF_PERSONS } from '../../domain/documents/index.js';
import { cluesOfDocument, holderOf } from '../../engines/crossMatch/clues.js';
import type { EventMode } from '../../platform/eventStore/eventStore.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import type { FoundItem, KeyedIndex } from '../../platform/sealing/keyedIndex.js';
import { hashOfClue, hashOfHolder, spaceOfBlocklist, spaceOfCases, type Where } from '../blocklist/hashedClues.js';
import type { CommandHandler } from '../core/commandHandler.js';
import { caseIn, type CaseHandler } from './caseHandler.js';

/** Knows what was seen before in a tenant. */
export interface SeenBeforeIndex {
  /** Notes what documents of a case are known again by, before it is recorded that they were read. */
  note(theCase: Case, mode: EventMode | undefined, documents: readonly ReadDocument[]): Promise<void>;
  /**
   * What of a case's documents was seen before, with what they say by now: in other cases that are not erased, and on the blocklist.
   * All of them are noted first, so that of two cases that are judged at the same time one at least finds the other.
   */
  find(theCase: Case, mode: EventMode | undefined): Promise<readonly SeenBefore[]>;
}

/** A document, as far as it is known again. */
export type ReadDocument = Pick<CaseDocument, 'doc_id' | 'document_type' | 'sha256' | 'extracted' | 'status'> &
  Partial<Pick<CaseDocument, 'corrections'>>;

/** What knowing stands on. */
export interface SeenBeforeDeps {
  handler: Pick<CommandHandler, 'load'>;
  cases: Pick<CaseHandler, 'load'>;
  keyedHash: KeyedHash;
  keyedIndex: KeyedIndex;
}

/** Other cases that a reason names. */
const MOST_CASES = 10;
/** Entries of the blocklist that are looked at for one value. */
const MOST_ENTRIES = 20;
/** Replays of replays are followed so far to the case that they all do again. */
const MOST_STEPS = 100;

/** Creates what knows what was seen before. */
export function createSeenBefore(deps: SeenBeforeDeps): SeenBeforeIndex {
  const { keyedIndex } = deps;

  const note = async (theCase: Case, mode: EventMode, origin: string, documents: readonly ReadDocument[]) => {
    const { session_id, tenant_id } = theCase;
    for (const document of documents.filter(isUsable)) {
      const { doc_id } = document;
      const hashed = await hashedClues(deps, tenant_id, document);
      const noted = hashed.clues
        .filter((clue) => isOfCases(clue) && clue.counts)
        .map(({ hash }) => ({ hash, beside: hashed.holder }));
      const where = { space: spaceOfCases({ tenant_id, mode }), subject: caseStream(session_id), origin };
      await keyedIndex.note({ ...where, item: doc_id, noted });
    }
  };

  return {
    note: async (theCase, mode = 'live', documents) =>
      note(theCase, mode, await originOf(deps.cases, theCase), documents),

    async find(theCase, mode = 'live') {
      const origin = await originOf(deps.cases, theCase);
      await note(theCase, mode, origin, theCase.documents);
      const where = { tenant_id: theCase.tenant_id, mode };
      // Whom several name is told by the first of them: one that speaks for the case before one that was asked for again.
      const replaced = theCase.documents.filter((one) => isReplaced(one, theCase.documents));
      const judged = [...speaking(theCase.documents), ...replaced].filter(isUsable);
      const documents = await Promise.all(judged.map((one) => hashedClues(deps, theCase.tenant_id, one)));
      const [entries, others] = await Promise.all([
        entriesOf(deps, where, documents),
        keyedIndex.find({
          ...{ space: spaceOfCases(where), except: origin, most: MOST_CASES },
          asked: documents.flatMap(({ clues, holder }) =>
            clues.filter(isOfCases).map(({ hash }) => ({ hash, beside: holder })),
          ),
        }),
      ]);
      const seen = documents.flatMap((one) => [...onBlocklist(one, entries), ...inOtherCases(one, others)]);
      return onceEach(seen);
    },
  };
}

/** A document's clues with their hashes, and that of whom it names. Those that do not count are of values as they were before a person corrected them. */
interface Hashed extends Pick<ReadDocument, 'doc_id'> {
  clues: readonly (Clue & { hash: Buffer; counts: boolean })[];
  holder: Buffer | null;
}

async function hashedClues(
  { keyedHash }: Pick<SeenBeforeDeps, 'keyedHash'>,
  tenant_id: string,
  document: ReadDocument,
): Promise<Hashed> {
  const holder = holderOf(document.extracted);
  // What was read is looked for beside what it was corrected to: a correction takes nobody off a list.
  const now = cluesOfDocument(document);
  const before = cluesOfDocument({ ...document, extracted: valuesAsRead(document) }).filter(
    (clue) => !now.some(({ kind, text }) => kind === clue.kind && text === clue.text),
  );
  const clues = [...now, ...before].map(async (clue) => ({
    ...{ ...clue, counts: now.includes(clue) },
    hash: await hashOfClue(keyedHash, tenant_id, clue),
  }));
  return {
    doc_id: document.doc_id,
    clues: await Promise.all(clues),
    holder: holder === undefined ? null : await hashOfHolder(keyedHash, tenant_id, holder),
  };
}

/** The case that a case does again in the end; itself, where it does none. Replays of one case are no other cases to each other. */
async function originOf(cases: Pick<CaseHandler, 'load'>, theCase: Case): Promise<string> {
  let { session_id, replay_of } = theCase;
  for (let step = 0; replay_of !== null && step < MOST_STEPS; step += 1) {
    ({ session_id, replay_of } = caseIn((await cases.load(replay_of)).state));
  }
  return session_id;
}

const isOfCases = ({ kind }: Clue): boolean => CLUES_OF_CASES.includes(kind);
const isOfPersons = ({ kind }: Clue): boolean => CLUES_OF_PERSONS.includes(kind);
const isNumber = ({ kind }: Clue): boolean => kind === 'document_number';

/** What of the blocklist documents may be on. An entry that was never made, or is removed by now, says nothing. */
async function entriesOf(
  { handler, keyedIndex }: SeenBeforeDeps,
  where: Where,
  documents: readonly Hashed[],
): Promise<FoundItem[]> {
  const found = await keyedIndex.find({
    ...{ space: spaceOfBlocklist(where), except: '', most: MOST_ENTRIES },
    asked: documents.flatMap(({ clues }) =>
      clues.filter((clue) => isNumber(clue) || isOfPersons(clue)).map(({ hash }) => ({ hash, beside: null })),
    ),
  });
  const listed = new Set<string>();
  for (const entry_id of new Set(found.map(({ item }) => item))) {
    const { state } = await handler.load(blocklistEntryStream(entry_id), blocklistEntry);
    if (state.status === 'listed') listed.add(entry_id);
  }
  return found.filter(({ item }) => listed.has(item));
}

/** What was found under those of a document's clues that are wanted. */
const under = (found: readonly FoundItem[], { clues }: Hashed, wanted: (clue: Clue) => boolean): FoundItem[] =>
  found.filter((one) => clues.some((clue) => wanted(clue) && clue.hash.equals(one.hash)));

/** The entries that a document, or whom it names, is on. */
function onBlocklist(document: Hashed, entries: readonly FoundItem[]): SeenBefore[] {
  const listed = (by: 'document_number' | 'person', items: readonly FoundItem[]): SeenBefore[] => {
    const named = [...new Set(items.map(({ item }) => item))];
    const seen = { doc_id: document.doc_id, by, cases: [], of_another: false, entries: named };
    return named.length === 0 ? [] : [{ code: 'blocklisted', ...seen }];
  };
  return [
    ...listed('document_number', under(entries, document, isNumber)),
    ...listed('person', under(entries, document, isOfPersons)),
  ];
}

/** The other cases that a document, or whom it names, is in. */
function inOtherCases(document: Hashed, others: readonly FoundItem[]): SeenBefore[] {
  const { doc_id, holder } = document;
  const files = under(others, document, ({ kind }) => kind === 'file');
  const documents = under(others, document, ({ kind }) => kind === 'file' || kind === 'document');
  const persons = under(others, document, ({ kind }) => kind === 'person');
  // One file names one person: what was read or corrected otherwise there says nothing of who shows it.
  const isOfAnother = ({ item, beside }: FoundItem): boolean =>
    beside !== null && holder !== null && !beside.equals(holder) && !files.some((one) => one.item === item);
  const casesOf = (items: readonly FoundItem[]): string[] =>
    [...new Set(items.map(({ origin }) => origin))].slice(0, MOST_CASES);
  const seen = (of: Pick<SeenBefore, 'code' | 'by' | 'of_another'>, items: readonly FoundItem[]): SeenBefore[] =>
    items.length === 0 ? [] : [{ ...of, doc_id, cases: casesOf(items), entries: [] }];
  const anothers = documents.filter(isOfAnother);
  const own = documents.filter((one) => !anothers.some(({ origin }) => origin === one.origin));
  const by = own.some((one) => files.includes(one)) ? 'file' : 'document';
  return [
    // Apart, and with its own cases: the same file in another case is one thing, and that number under another name is another.
    ...seen({ code: 'duplicate_document', by: 'document', of_another: true }, anothers),
    ...seen({ code: 'duplicate_document', by, of_another: false }, own),
    ...seen({ code: 'duplicate_person', by: 'person', of_another: false }, persons),
  ];
}

/** A person whom several documents name was seen once: by the first of them. */
function onceEach(seen: readonly SeenBefore[]): SeenBefore[] {
  const key = ({ code, by, cases, entries }: SeenBefore): string => JSON.stringify([code, by, cases, entries]);
  return seen.filter(
    (one, index) => one.by !== 'person' || seen.findIndex((other) => key(other) === key(one)) === index,
  );
}
