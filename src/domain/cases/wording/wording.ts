import type { CheckCode } from '../../documents/index.js';
import type { CaseResult } from '../caseResult.js';
import type { Watchlist } from '../../faces/index.js';
import type { FaceObstacle } from '../faceChecks.js';
import type { RequestCode } from '../reviewEvents.js';
import type { CommonField } from './fields/fieldNames.js';

/** What an agent says to whom it verifies. Names of types and fields, and values, come as they are to be read. */
export interface ReplyWords {
  /** An agent introduces itself. */
  hello(agent: string): string;
  /** What it needs; of nothing in particular the list is empty. */
  asks(types: readonly string[]): string;
  /** Where portraits are compared with a selfie. */
  asksSelfie: string;
  helloAgain: string;
  welcome: string;
  help: string;
  /** Where questions about what was read are answered too. */
  helpWithQuestions: string;
  /** What a document is called whose file has no name. */
  theDocument: string;
  failed(file: string): string;
  unread(file: string): string;
  unknown(file: string): string;
  /** A file that fits no known type, where a selfie is asked for. */
  takenForSelfie(file: string): string;
  read(file: string, type: string): string;
  /** Read, and rules are broken: about these fields, where any are known. */
  readWithFaults(file: string, type: string, fields: readonly string[]): string;
  sentBefore: string;
  nothingRead: string;
  readSoFar(count: number): string;
  complete: string;
  /** A document of which one side is still needed, within what `needed` lists. */
  sideOf(side: 'front' | 'back', type: string): string;
  needed(missing: readonly string[], here: number, of: number): string;
  couldNotBeRead(types: readonly string[]): string;
  selfieNeeded: string;
  /** A value and the document that states it. */
  valueOn(value: string, type: string): string;
  valuesAre(field: string, values: readonly string[]): string;
  valueNotRead(field: string): string;
  nothingReadFrom(type: string): string;
  /** `more`: how many values are not listed. */
  allRead(type: string, values: readonly string[], more: number): string;
  nothingWrong(type: string): string;
  wrong(type: string): string;
  /** A document that is asked for again, and why. */
  request: Readonly<Record<RequestCode, (type: string) => string>>;
}

/** Sentences of the reasons of a case. They hold no value of a document. Types come as they are to be read; fields stand by the names that configurations give them. */
export interface ReasonWords {
  noUsableDocument: string;
  documentMissing(alternatives: readonly string[]): string;
  documentUnfinished: string;
  documentFailed: string;
  documentUnknown: string;
  documentDuplicate: string;
  documentReused(before: string, type: string): string;
  optionalInvalid(type: string): string;
  superseded(type: string): string;
  replaced(type: string): string;
  requested(type: string): string;
  corrected(field: string, type: string): string;
  crossMatchNotPossible(fields: readonly string[]): string;
  crossMatchMismatch(field: string, types: readonly string[]): string;
  crossMatchValueMissing(type: string): string;
  valuesDiffer(type: string, field: string): string;
  underAge(type: string, years: number): string;
  expiresSoon(type: string, days: number): string;
  tooOld(type: string, days: number): string;
  /** No document, or none of the type, has the date that a rule is about. */
  dateMissing(rule: string, type: string | undefined): string;
  dateUnclear(rule: string, field: string): string;
  confidenceUnread(field: string): string;
  confidenceUnstated(field: string): string;
  /** `least`: 0 to 1. */
  lowConfidence(field: string, least: number): string;
  expectedNotStated(field: string): string;
  /** `types`: of the documents that say something else; empty where that is not known. */
  expectedMismatch(field: string, types: readonly string[]): string;
  sideMissing(side: 'front' | 'back' | undefined, type: string): string;
  forcedOutcome(decision: CaseResult['decision']): string;
  blocklistedPerson: string;
  blocklistedNumber: string;
  sameFile: string;
  sameDocument: string;
  samePerson: string;
  ofAnother: string;
  faceAlike(type: string): string;
  faceMismatch(type: string): string;
  /** Why faces were not compared; `type` of the identity document, null where there is none. */
  faceNotCompared: Readonly<Record<FaceObstacle, (type: string | null) => string>>;
  watchlist: WatchlistWords;
}

/** What is said of faces that are looked for in watchlists. Each sentence begins with the face. */
export interface WatchlistWords {
  /** Begins a sentence. */
  portrait(type: string): string;
  /** Begins a sentence. */
  selfie: string;
  hit(face: string, list: string): string;
  clear(face: string, list: string): string;
  notSearched(face: string, list: string): string;
  /** There was no picture. */
  nothingToSearch(list: string): string;
  /** Whom the watchlists are of. */
  names: Readonly<Record<Watchlist, string>>;
}

/** A meaning of a field that people ask about, by the name that `fieldMeaning` gives. */
export type AskedMeaning =
  | ('expiry_date' | 'birth_date' | 'issue_date' | 'issuing_authority' | 'nationality' | 'surname' | 'given_names')
  | ('full_name' | 'address' | 'iban' | 'tax_number' | 'document_number' | 'sex' | 'birth_place');

/** All sentences of a language: one file for each. A missing one does not compile. */
export interface Wording {
  or: string;
  reply: ReplyWords;
  reason: ReasonWords;
  /** Names of fields as people say them; a field that is not among them goes by its own name. */
  fields: Readonly<Partial<Record<AskedMeaning | CommonField, string>>>;
  /** What a failed check means, where whoever looked says it in English; null for English itself, where that sentence stays. */
  checks: Readonly<Record<CheckCode, string>> | null;
}
