import { type AgentRules, type DemandsGiven, rulesOf } from '../agents/index.js';
import type { CaseDocument } from './caseDocument.js';
import { type CaseReason, type CaseReasonCode, reason } from './caseReasons.js';
import { ageOn, daysBetween } from './calendar.js';
import { fieldMeaning, type FieldValue } from '../documents/index.js';
import { type ReasonWords, wordingOf } from './wording/index.js';

/** What the rules of an agent take of a document. */
export type RuledDocument = Pick<CaseDocument, 'document_type' | 'extracted' | 'field_confidences' | 'sources'>;

/** A field of a document that has the meaning that a rule is about; its value is null where it could not be read. */
interface Stated {
  document_type: string;
  field: string;
  value: FieldValue;
}

/** What a rule finds: a value that breaks it, or that the rule cannot be judged. */
type Finding = 'kept' | 'broken' | 'unclear';

/** The date that says how old a document is: when it was issued, else what it calls its date, else the last day that it is about. */
const DATES_OF_DOCUMENT = [
  ...['issue_date', 'statement_date', 'bill_date', 'invoice_date', 'letter_date', 'document_date', 'date'],
  'period_end',
];

/** Where it is tomorrow already, a document of today is dated so. */
const DAYS_AHEAD = 1;

/** A confidence demanded of all fields that are not named. */
const EVERY_FIELD = '*';

/**
 * Holds the documents that count to the rules of their agent. A rule never passes for want of a value: where none was read that it can be
 * judged by, that is a reason of its own.
 * @param documents the documents that count, one of each type
 * @param today ISO date
 */
export function ruleReasons(
  definition: DemandsGiven,
  documents: readonly RuledDocument[],
  today: string,
  say: ReasonWords = wordingOf('en').reason,
): CaseReason[] {
  const rules = rulesOf(definition);
  const given: Given = { documents, today, say };
  return [
    ...ageReasons(rules, given),
    ...expiryReasons(rules, given),
    ...freshnessReasons(rules, given),
    ...documents.flatMap((document) => confidenceReasons(rules, document, say)),
    ...unstated(rules, given),
  ];
}

/** What rules are judged by, and what is said of it. */
interface Given {
  documents: readonly RuledDocument[];
  /** ISO date */
  today: string;
  say: ReasonWords;
}

function ageReasons({ min_age }: AgentRules, { documents, today, say }: Given): CaseReason[] {
  if (min_age === undefined) return [];
  return judgeDates('min_age', stated(documents, 'birth_date'), say, {
    code: 'under_age',
    says: (type) => say.underAge(type, min_age),
    judge: (birth) => {
      const age = ageOn(birth, today);
      return age === undefined ? 'unclear' : age < min_age ? 'broken' : 'kept';
    },
  });
}

function expiryReasons({ min_days_to_expiry: least }: AgentRules, { documents, today, say }: Given): CaseReason[] {
  if (least === undefined) return [];
  return judgeDates('min_days_to_expiry', stated(documents, 'expiry_date'), say, {
    code: 'expires_soon',
    says: (type) => say.expiresSoon(type, least),
    judge: (expiry) => {
      const left = daysBetween(today, expiry);
      return left === undefined ? 'unclear' : left < least ? 'broken' : 'kept';
    },
  });
}

function freshnessReasons({ max_age_days = {} }: AgentRules, { documents, today, say }: Given) {
  return documents.flatMap((document): CaseReason[] => {
    const type = document.document_type;
    const most = Object.hasOwn(max_age_days, type) ? max_age_days[type] : undefined;
    if (most === undefined) return [];
    const dates = DATES_OF_DOCUMENT.flatMap((meaning) => stated([document], meaning));
    const date = dates.find(({ value }) => value !== null && value !== '') ?? dates[0];
    return judgeDates('max_age_days', date ? [date] : [], say, {
      code: 'too_old',
      document_type: type,
      says: (named) => say.tooOld(named, most),
      judge: (dated) => {
        const age = daysBetween(dated, today);
        if (age === undefined || age < -DAYS_AHEAD) return 'unclear';
        return age > most ? 'broken' : 'kept';
      },
    });
  });
}

/** How a rule judges a date. */
interface DateRule {
  /** The code where a date breaks it. */
  code: CaseReasonCode;
  /** The type that it is about, where it is about one. */
  document_type?: string;
  /** What is said of a document of a type that breaks it. */
  says: (type: string) => string;
  judge: (date: string) => Finding;
}

/** Judges all dates that a rule is about; where there is none, the rule could not be judged at all. */
function judgeDates(rule: keyof AgentRules, dates: readonly Stated[], say: ReasonWords, by: DateRule): CaseReason[] {
  if (dates.length === 0) return [notJudged(say.dateMissing(rule, by.document_type), by.document_type)];
  return dates.flatMap(({ document_type: type, field, value }) => {
    const finding = typeof value === 'string' && value !== '' ? by.judge(value) : 'unclear';
    if (finding === 'kept') return [];
    if (finding === 'broken') return [reason(by.code, by.says(type), type, field)];
    return [notJudged(say.dateUnclear(rule, field), type, field)];
  });
}

function confidenceReasons(
  { min_confidence = {} }: AgentRules,
  document: RuledDocument,
  say: ReasonWords,
): CaseReason[] {
  const named = new Map(
    Object.entries(min_confidence).map(([field, least]) => [
      field === EVERY_FIELD ? field : fieldMeaning(field),
      least,
    ]),
  );
  const { document_type: type, extracted, field_confidences, sources } = document;
  return Object.entries(extracted).flatMap(([field, value]) => {
    const demanded = named.get(fieldMeaning(field));
    const least = demanded ?? named.get(EVERY_FIELD);
    // What a person has entered was not read by a machine that could be unsure of it.
    if (least === undefined || (sources[field] as string | undefined) === 'person') return [];
    if (value === null || value === '') {
      if (demanded === undefined) return [];
      return [notJudged(say.confidenceUnread(field), type, field)];
    }
    const confidence = Object.hasOwn(field_confidences, field) ? field_confidences[field]! : 0;
    if (confidence >= least) return [];
    return [reason('low_confidence', say.lowConfidence(field, least), type, field)];
  });
}

/** Fields that are named with a confidence and that no document has at all. */
function unstated({ min_confidence = {} }: AgentRules, { documents, say }: Given): CaseReason[] {
  const had = new Set(documents.flatMap(({ extracted }) => Object.keys(extracted).map(fieldMeaning)));
  return Object.keys(min_confidence)
    .filter((field) => field !== EVERY_FIELD && !had.has(fieldMeaning(field)))
    .map((field) => notJudged(say.confidenceUnstated(field), null, field));
}

/** The fields of the documents that have a meaning, whether or not they could be read. */
const stated = (documents: readonly RuledDocument[], meaning: string): Stated[] =>
  documents.flatMap(({ document_type, extracted }) =>
    Object.entries(extracted)
      .filter(([field]) => fieldMeaning(field) === meaning)
      .map(([field, value]) => ({ document_type, field, value })),
  );

const notJudged = (detail: string, type: string | null = null, field: string | null = null): CaseReason =>
  reason('rule_not_judged', detail, type, field);
