import type { CaseStatus, RequestCode } from '../../domain/cases/index.js';
import type { CheckCode } from '../../domain/documents/index.js';
import type { ErasureReason } from '../../domain/core/erasure.js';
import type { MarkKind } from '../../engines/documents/thumbnails/thumbnail.js';
import type { ReportedDecision, ReportedParty, ReportedReason } from '../caseReport.js';
import type { ReportedCheck, ReportedEvidence } from '../reportedDocument.js';
import type { ReportedFaceCheck } from '../reportedFaces.js';

/** What happened in a case. Documents come as `document` says their number, types as they are read; `by` is who did it, as the caller said. */
export interface TimelineWords {
  opened(agent: string, version: string): string;
  replayRequested(session_id: string): string;
  replayCompared: string;
  received(number: number, mime_type: string, sameAs: number | undefined): string;
  readAsNothing(number: number): string;
  read(number: number, type: string, confidence: string): string;
  failed(number: number, reason: string): string;
  shownToModel(number: number): string;
  wordsShownToModel: string;
  completed(status: CaseStatus): string;
  decided(decision: 'approve' | 'deny', by: string | null): string;
  assigned(assignee: string | null): string;
  noted(by: string | null): string;
  hit: string;
  requested(items: readonly { type: string; code: RequestCode }[], by: string | null): string;
  corrected(number: number, fields: readonly string[], by: string | null): string;
  expired: string;
  messageReceived: string;
  messageSent: string;
  erased(reason: ErasureReason): string;
}

/** The first page. */
export interface CoverWords {
  title: string;
  outcomes: Readonly<Record<ReportedDecision['outcome'], string>>;
  /** `outcome`: as above. */
  afterReview(outcome: string, author: string, time: string): string;
  /** Who decided as the caller said, and whose key it was said with. */
  saidWith(author: string, key: string): string;
  erased: string;
  approved(time: string): string;
  review(time: string): string;
  failed(time: string): string;
  /** By the agent's policy, without a person. */
  denied(time: string): string;
  expired(time: string): string;
  case: string;
  clientReference: string;
  tenant: string;
  platform: string;
  agent: string;
  agentAndVersion(name: string, version: string): string;
  askedFor: string;
  nothingInParticular: string;
  opened: string;
  completed: string;
  decided: string;
  lastChange: string;
  made: string;
  replayOf: string;
  documentsRead: string;
  typesCollected: string;
  any: string;
  rulesKept: string;
  documentsAgree: string;
  notCompared: string;
  of(count: number, all: number): string;
  reasons: string;
  effect: string;
  effects: Readonly<Record<ReportedReason['effect'], string>>;
  reason: string;
  parties: string;
  roles: Readonly<Record<ReportedParty['role'], string>>;
  namedBy(role: string, documents: string): string;
  documentsOf(numbers: readonly string[]): string;
  alsoWritten: string;
}

/** The documents, their pictures, what was read from them and what checks found. */
export interface DocumentWords {
  explanation: string;
  none: string;
  fitsNoType: string;
  couldNotBeRead: string;
  notRead: string;
  failed: string;
  rulesKept: string;
  rulesBroken: string;
  notJudged: string;
  /** Of a document that is not read yet. */
  statuses: Readonly<Record<'pending' | 'processing', string>>;
  file: string;
  received: string;
  read: string;
  sentAs: string;
  typeAndConfidence(type: string, confidence: string): string;
  knownBy: string;
  /** What spoke for a type; null where the sentence of whoever looked stays. Phrases are those of the page, in all languages. */
  evidence: Readonly<Record<Exclude<ReportedEvidence['kind'], 'phrase'>, string>> | null;
  sameFileAs: string;
  documentOf(number: number): string;
  pages: string;
  firstPages(read: number, all: number): string;
  error: string;
  /** Why it could not be read, by the reason in the history; null where the sentence of the engine says it. */
  failures: Readonly<Record<string, string>> | null;
  notMeasured: string;
  notFound(fields: string): string;
  printed(text: string): string;
  masked: string;
  sources: Readonly<Record<'mrz' | 'barcode' | 'text_layer' | 'ocr' | 'person' | 'model', string>>;
  /** A page, shortened. */
  page(number: number): string;
  brokenRules(count: number): string;
  noPicture: string;
  picture(page: number, coarse: boolean): string;
  leftOut(count: number): string;
  marks: Readonly<Record<MarkKind, string>>;
  checks: string;
  /** The checks by name; null where their codes are words of the language. */
  checkNames: Readonly<Record<CheckCode, string>> | null;
  /** What a check says that did not find what it looked for, or did not look; null where the sentence of whoever looked stays. */
  checkSaid: { passed: string; not_run: string } | null;
  checkStatuses: Readonly<Record<ReportedCheck['status'], string>>;
  weights: Readonly<Record<ReportedCheck['weight'], string>>;
  notLookedAt(checks: string): string;
  lookedFor: string;
  outcome: string;
  weight: string;
  whatWasFound: string;
}

/** Portraits beside the selfie, and both beside watchlists. */
export interface FaceWords {
  title: string;
  says: string;
  portrait: string;
  selfie: string;
  outcome: string;
  statuses: Readonly<Record<ReportedFaceCheck['status'], string>>;
  similarity: string;
  threshold: string;
  /** How often two different people reach the threshold. */
  far: string;
  notMeasured: string;
  networks: string;
  watchlists: {
    title: string;
    says: string;
    statuses: Readonly<Record<ReportedFaceCheck['status'], string>>;
    /** With how many faces a face was compared. */
    compared: string;
    /** How many strangers among them reach the threshold. */
    strangers: string;
  };
}

/** What the documents were judged by. */
export interface FindingWords {
  validation: string;
  validationSays: string;
  whenRead: string;
  atCompletion: string;
  whatWasBroken: string;
  kept: string;
  broken: string;
  crossMatch: string;
  notCompared: string;
  crossMatchSays: string;
  unmatched(documents: string): string;
  agrees(least: string): string;
  differs(least: string): string;
  statedByFew: string;
  kinds: Readonly<Record<string, string>>;
  with(number: string): string;
  likeness: string;
  differing: string;
  documentAndValue: string;
  replay: string;
  replaySays(session_id: string): string;
  whatChanged: string;
}

/** How it came about, and how to check it. */
export interface HistoryWords {
  trail: string;
  timeline: string;
  timelineSays: string;
  number: string;
  time: string;
  whatHappened: string;
  eventBy(type: string, actor: string): string;
  integrity: string;
  integritySays: string;
  report: string;
  history: string;
  events(count: number, stream: string): string;
  log: string;
  logRoot(events: number, signedAt: string): string;
}

/** All words of a report in a language: one file for each. A missing one does not compile. */
export interface ReportWording {
  cover: CoverWords;
  documents: DocumentWords;
  faces: FaceWords;
  findings: FindingWords;
  history: HistoryWords;
  timeline: TimelineWords;
  yes: string;
  no: string;
  document: string;
  documentsTitle: string;
  documentType: string;
  type: string;
  field: string;
  value: string;
  confidence: string;
  source: string;
  place: string;
  /** Units of sizes. */
  units: { bytes: string; kB: string; MB: string };
  apiKey(name: string): string;
  titleOf(session_id: string): string;
  subject(agent: string): string;
  attachment: string;
  footer(session_id: string, hash: string): string;
  pageOf(page: number, pages: number): string;
  beyondFonts: string;
}
