import {
  type Case,
  checkWords,
  DEFAULT_LANGUAGE,
  type Language,
  typeNameOf,
  wordingOf,
} from '../domain/cases/index.js';
import { checkOfRule, isCheckCode } from '../domain/documents/index.js';
import type { ReportedCheck, ReportedEvidence, ReportedViolation } from './reportedDocument.js';
import { reportWordingOf } from './wording/index.js';

/** Turns what engines and rules say, which is English, into the language of a case. Where the language has no sentence, the English one stays. */
export interface ReportSentences {
  language: Language;
  violation(said: ReportedViolation): ReportedViolation;
  evidence(said: ReportedEvidence): ReportedEvidence;
  check(said: ReportedCheck): ReportedCheck;
  /** A document type within a sentence; in English its `context_id`, as ever. */
  type(context_id: string): string;
  /** What the types are called that a report names, `a|b` taken apart; without those that have no name but their `context_id`. */
  typeNames(types: readonly string[]): { [context_id: string]: string };
}

/** The sentences for the report of a case. */
export function reportSentences(theCase: Pick<Case, 'agent'> & { language?: Language | null }): ReportSentences {
  const language = theCase.language ?? DEFAULT_LANGUAGE;
  const wording = wordingOf(language);
  const { evidence, checkSaid } = reportWordingOf(language).documents;
  const nameOf = (type: string): string | undefined => typeNameOf(language, type, theCase.agent.type_names);

  const checkDetail = ({ code, status, detail }: ReportedCheck): string => {
    if (!checkSaid || !isCheckCode(code)) return detail;
    return status === 'failed' || status === 'warned' ? checkWords(wording, code, detail) : checkSaid[status];
  };

  return {
    language,
    violation: (said) => ({ ...said, message: checkWords(wording, checkOfRule(said.rule), said.message) }),
    evidence: (said) => ({ ...said, detail: (evidence && own(evidence, said.kind)) ?? said.detail }),
    check: (said) => ({ ...said, detail: checkDetail(said) }),
    type: (context_id) => (language === DEFAULT_LANGUAGE ? undefined : nameOf(context_id)) ?? context_id,
    typeNames: (types) =>
      Object.fromEntries(
        [...new Set(types.flatMap((type) => type.split('|')))].flatMap((type) => {
          const name = nameOf(type);
          return name === undefined ? [] : [[type, name]];
        }),
      ),
  };
}

const own = (map: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
