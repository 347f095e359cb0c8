import { CHECKS, checkOf, type CheckCode, type StepResult } from '../../../../../src/domain/documents/index.js';
import type {
  DocumentEngine,
  DocumentJob,
  EngineOutcome,
  PageText,
} from '../../../../../src/engines/documents/documentEngine.js';
import type { ThumbnailEngine } from '../../../../../src/engines/documents/thumbnails/thumbnail.js';
import { withSecondReader } from '../../../../../src/engines/documents/secondReader/withSecondReader.js';
import type { LanguageModel, ModelQuestion, ModelUse } from '../../../../../src/engines/language/languageModel.js';
import { receiptType } from '../engineDocumentType.js';

/** The lines of the page, where a test says no others. */
export const PAGE = ['BROOK & SONS', 'Date 01.03.2026', 'Subtotal 10.00', 'Total amount due 12.50'];

const pageOf = (lines: readonly string[]): PageText => ({
  ...{ page: 1, source: 'ocr' },
  lines: lines.map((text, index) => ({ text, box: [0.1, 0.05 * (index + 1), 0.4, 0.02] })),
});

/** The type that documents are read by, where a test says no other. */
export const type = {
  ...receiptType(['classify', 'extract', 'validate']),
  output_schema: { company: 'string', total_amount: 'amount', date: 'date', items: 'list of string' },
  validation_rules: { date: { required: true } },
};

/** A step that went well. */
export const step = (tool: StepResult['tool'], order: number): StepResult => ({
  ...{ tool, order, status: 'success', output: {}, duration_ms: 1 },
});

/** What the engine reads of the page: no date, which its rules require. */
export const outcome = (): EngineOutcome => ({
  status: 'completed',
  steps: [step('classify', 0), step('extract', 1), step('validate', 2)],
  result: {
    ...{ document_type: type.context_id, confidence: '1', valid: false },
    extracted: { company: 'BROOK & SONS', total_amount: 12.5, date: null, items: [] },
    ...{ confidences: { company: 0.8, total_amount: 0.8, date: 0, items: 0 }, coordinates: {}, raw: {} },
    sources: { company: 'ocr', total_amount: 'ocr' },
    violations: [{ field: 'date', rule: 'required', message: 'date is required but was not found.' }],
    checks: (Object.keys(CHECKS) as CheckCode[]).map((code) => checkOf(code, 'not_run', 'Not looked at.')),
  },
});

/** What the engine is given. */
export const job: DocumentJob = {
  ...{ tenant_id: 'acme', bytes: Buffer.from('file'), filename: 'a.png', documentType: type, candidates: [type] },
  ...{ today: '2026-06-01', extra: {}, told_in: { stream: 'case-1', document: 'd1' } },
};

interface Given {
  answer?: object | ((question: ModelQuestion<unknown>) => object);
  lines?: readonly string[];
  facts?: Partial<LanguageModel['facts']>;
  job?: Partial<DocumentJob>;
  tokens?: ModelUse['tokens'];
  /** What the engine makes of a job. */
  outcome?: (job: DocumentJob) => EngineOutcome;
  /** What the engine makes of a page; a picture where nothing is said. */
  picture?: () => ReturnType<ThumbnailEngine['thumbnail']>;
  /** Why nothing can be held to rules, where nothing can. */
  rulesFail?: Error;
  /** Whether nobody is where the model was. */
  isAway?: boolean;
}

const isMade = (answer: object): answer is (question: ModelQuestion<unknown>) => object => typeof answer === 'function';

/** Reads a document with an engine and a model that answer as they are told, and says what was asked of either. */
export async function read({
  answer = {},
  lines = PAGE,
  facts = {},
  job: more = {},
  outcome: made = outcome,
  tokens = null,
  picture,
  rulesFail,
  isAway = false,
}: Given) {
  const [questions, jobs, steps, logged]: [ModelQuestion<unknown>[], DocumentJob[], StepResult[], unknown[]] = [
    [],
    [],
    [],
    [],
  ];
  const drawn: string[] = [];
  const model: LanguageModel = {
    facts: { name: 'small', where: 'local', sees: false, ...facts },
    isThere: () => Promise.resolve(!isAway),
    ask(question) {
      questions.push(question);
      const said: unknown = isMade(answer) ? answer(question) : answer;
      const use = { model: 'small-1', where: 'local', sent: ['text'], prompt_hash: 'ab', tokens } as const;
      return Promise.resolve({ answer: question.answer.parse(said), use });
    },
  };
  const engine = {
    process: (given: DocumentJob) => {
      jobs.push(given);
      return Promise.resolve({ ...made(given), ...(given.tells_text && { text: [pageOf(lines)] }) });
    },
    thumbnail: () => {
      drawn.push('page');
      if (picture) return picture();
      return Promise.resolve({ jpeg: Buffer.from('picture'), width: 1, height: 1, pages_total: 1 });
    },
    describe: () => Promise.reject(new Error('not asked')),
    close: () => Promise.resolve(),
  };
  const rules = {
    findOut: (_: string, { check }: { check: readonly { extracted: { [field: string]: unknown } }[] }) =>
      rulesFail
        ? Promise.reject(rulesFail)
        : Promise.resolve({
            cross_match: { judged: false, agreed: false, fields: {}, unmatched: [], differences: [] },
            governance: check.map(({ extracted }) => ({
              ...{ doc_id: '', document_type: type.context_id, passed: extracted['date'] !== null },
              violations: [],
            })),
          }),
  };
  const log = { error: (told: unknown) => void logged.push(told) };
  const reader = withSecondReader<DocumentEngine & ThumbnailEngine>({ engine, model, rules, log });
  const came = await reader.process({ ...job, ...more }, (ended) => void steps.push(ended));
  return { came, reader, questions, jobs, steps, logged, drawn };
}
