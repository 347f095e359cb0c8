import type { CaseFindings, GovernanceCheck } from '../../domain/cases/index.js';
import type { CrossMatchOutcome } from '../../domain/documents/index.js';
import type { FieldRule } from '../../domain/documentTypes/index.js';
import type { Log } from '../../platform/log.js';
import { createTimeShares } from '../../platform/timeShares.js';
import type { CrossMatch } from '../crossMatch/crossMatch.js';
import { EngineUnavailable } from '../documents/documentEngine.js';
import type { CheckedDocument, RulesOfType } from './ruleMessages.js';
import { createRuleThread, type HowItEnded } from './ruleThreadHost.js';

/** What is done with the rules that callers wrote: never on the event loop, each piece of work within its time. */
export interface RuleChecks {
  /**
   * What is wrong with the patterns of rules, which are within their limits; undefined where RE2 takes them all.
   * @param tenant_id whose turn it is: everybody's work is done one piece after the other, next the oldest of the tenant that used least of the time
   * @throws EngineUnavailable when too much of this tenant waits already
   */
  faultIn(tenant_id: string, rules: { [field: string]: FieldRule }): Promise<PatternFault | undefined>;
  /**
   * Answers what a case is judged by: compares its documents, and holds what was read to the rules of today. What cannot be
   * answered in time counts as broken, so that a person looks at it.
   */
  findOut(tenant_id: string, questions: QuestionsForRules): Promise<CaseFindings>;
  close(): Promise<void>;
}

/** A pattern that RE2 does not take, or what the patterns could not be compiled in: time or memory. */
export type PatternFault = { field: string } | { notCompiled: string };

/** What has to be known of a case, and what it is judged by. */
export interface QuestionsForRules {
  compare: CrossMatch;
  check: readonly CheckedDocument[];
  /** The types of the documents as they are now; a type that is gone is not checked again. */
  types: readonly RulesOfType[];
  /** ISO date that expiry and birth are judged against. */
  today: string;
}

/** How long a piece of work may take, in milliseconds. What is within the limits takes a tenth of it on a slow machine. */
export interface RuleTimes {
  compile: number;
  judge: number;
}

const TIMES: RuleTimes = { compile: 5_000, judge: 15_000 };

/** Most pieces of work of one tenant that wait: as many as it may have requests open. */
const MOST_WAITING = 250;

const tooMuch = (): EngineUnavailable =>
  new EngineUnavailable('Too much of your work with rules is waiting already; try again later.');

/** Creates what works with rules; its thread is started when there is something to do. */
export function createRuleChecks({ log, times = TIMES }: { log: Log; times?: RuleTimes }): RuleChecks {
  const shares = createTimeShares({ most: MOST_WAITING, refuse: tooMuch });
  const thread = createRuleThread(log);
  return {
    faultIn: (tenant_id, rules) =>
      shares.take(tenant_id, async () => {
        let fault: PatternFault | undefined;
        const ended = await thread.ask({ kind: 'compile', rules }, times.compile, (answer) => {
          if (answer.kind === 'unusable') fault = { field: answer.field };
        });
        return ended === 'done' ? fault : { notCompiled: whyNot(ended, times.compile) };
      }),

    findOut: (tenant_id, questions) =>
      shares.take(tenant_id, async () => {
        let cross_match: CrossMatchOutcome | undefined;
        const governance: GovernanceCheck[] = [];
        const ended = await thread.ask({ kind: 'judge', ...onlyNeeded(questions) }, times.judge, (answer) => {
          if (answer.kind === 'compared') cross_match = answer.outcome;
          if (answer.kind === 'checked') governance.push(answer.check);
        });
        if (ended === 'done' && cross_match) return { cross_match, governance };
        return notFoundOut(questions, { cross_match, governance }, whyNot(ended, times.judge));
      }),

    close: () => thread.close(),
  };
}

/** Without what is not looked at: a message to a thread is copied. */
function onlyNeeded({ compare, check, types, today }: QuestionsForRules) {
  const checked = new Set(check.map(({ document_type }) => document_type));
  return {
    compare: {
      ...compare,
      documents: compare.documents.map(({ doc_id, document_type, extracted }) => ({
        doc_id,
        document_type,
        extracted,
      })),
    },
    check: check.map(({ doc_id, document_type, extracted, raw }) => ({ doc_id, document_type, extracted, raw })),
    types: types
      .filter(({ context_id }) => checked.has(context_id))
      .map(({ context_id, output_schema, validation_rules }) => ({ context_id, output_schema, validation_rules })),
    today,
  };
}

const whyNot = (ended: HowItEnded, ms: number): string =>
  ended === 'late' ? `within ${ms / 1000} seconds` : 'with the memory that it may take';

/** Every document that was not checked, and all of them where they were not even compared, counts as one that breaks a rule. */
function notFoundOut(
  { compare, check }: QuestionsForRules,
  found: { cross_match: CrossMatchOutcome | undefined; governance: readonly GovernanceCheck[] },
  why: string,
): CaseFindings {
  const known = new Set(found.governance.map(({ doc_id }) => doc_id));
  const asked = found.cross_match ? check : [...compare.documents, ...check];
  const unknown = [...new Map(asked.map((document) => [document.doc_id, document])).values()];
  const message = found.cross_match
    ? `The rules of the document type could not be checked ${why}.`
    : `The documents could not be compared and checked ${why}.`;
  return {
    cross_match: found.cross_match ?? { judged: false, agreed: false, fields: {}, unmatched: [], differences: [] },
    governance: [
      ...found.governance,
      ...unknown
        .filter(({ doc_id }) => !known.has(doc_id))
        .map(({ doc_id, document_type }) => {
          return { doc_id, document_type, passed: false, violations: [{ field: '', rule: 'not_checked', message }] };
        }),
    ],
  };
}
