import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { classifyDocument } from '../../src/engines/documents/classify/classifyDocument.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import { bootstrapped, share, type AccuracyFigure } from './accuracyFigure.js';
import { shippedTypes } from './classification.js';
import { measured, type AnswerOfFile, type Measured, type Workbench } from './part.js';
import { calibrationError, reliabilityTable, type Judgement } from './reliability.js';

/** Pages of many kinds, with an `index.csv` that says of which kind each is: `file,kind`. */
const KINDS = 'kinds';

/** What the index calls by another name than the shipped types do. */
const OTHER_NAMES: { [kind: string]: string[] } = {
  bank_card: ['payment_card'],
  health_card: ['health_insurance_card'],
  loan_application: ['uniform_residential_loan_application', 'loan_agreement'],
  mortgage: ['closing_disclosure', 'loan_agreement'],
  form_w2: ['w2_form'],
  form_1040: ['form_1040', 'tax_return'],
  form_1099: ['information_return'],
  form_1098: ['form_1098'],
};

interface KindAnswer extends Judgement, AnswerOfFile {
  kind: string;
  /** Whether any shipped type is of its kind; where none is, `unknown` is right. */
  hasType: boolean;
  got: string;
}

/** What pages of many kinds are taken for among all shipped types. */
export async function measureKinds({ folder, read }: Workbench): Promise<Measured> {
  const types = await shippedTypes();
  const files = await read(KINDS, { barcodes: true });
  const kinds = files.length > 0 ? await kindsOf(join(folder, KINDS, 'index.csv')) : new Map<string, string>();
  const answers = files.flatMap(({ name, heldOut, pages, readings }): KindAnswer[] => {
    const kind = kinds.get(name);
    if (!kind) return [];
    const right = types.filter((type) => isOfKind(type, kind)).map(({ context_id }) => context_id);
    const { document_type: got, confidence } = classifyDocument({ pages }, types, readings);
    const hasType = right.length > 0;
    return [{ ...{ file: name, heldOut, kind, hasType, got, confidence }, right: hasType ? right.includes(got) : got === 'unknown' }]; // prettier-ignore
  });
  return measured(`Kinds among ${types.length} types`, answers, figuresOf, detailsOf);
}

async function kindsOf(index: string): Promise<Map<string, string>> {
  const lines = (await readFile(index, 'utf8')).trim().split(/\r?\n/).slice(1);
  return new Map(
    lines.map((line) => {
      const [file = '', kind = ''] = line.split(',');
      return [file.replace(/\.\w+$/, ''), kind];
    }),
  );
}

function isOfKind({ context_id, describes }: EngineDocumentType, kind: string): boolean {
  const names = OTHER_NAMES[kind] ?? [kind];
  return names.includes(context_id) || names.includes(describes?.kind ?? '');
}

function figuresOf(answers: readonly KindAnswer[]): AccuracyFigure[] {
  const typed = answers.filter(({ hasType }) => hasType);
  const untyped = answers.filter(({ hasType }) => !hasType);
  return [
    share('kinds: right, of pages that have a type', typed.map(({ right }) => right)), // prettier-ignore
    bootstrapped('kinds: right, mean over kinds', typed, meanOverKinds),
    { ...share('kinds: unknown, of pages that have a type', typed.map(({ got }) => got === 'unknown')), better: 'lower' }, // prettier-ignore
    share('kinds: unknown, of pages that have no type', untyped.map(({ right }) => right)), // prettier-ignore
    { ...bootstrapped('kinds: calibration error', answers, calibrationError), better: 'lower' },
  ];
}

function meanOverKinds(answers: readonly KindAnswer[]): number {
  const kinds = [...new Set(answers.map(({ kind }) => kind))];
  const shares = kinds.map((name) => {
    const some = answers.filter(({ kind }) => kind === name);
    return some.filter(({ right }) => right).length / some.length;
  });
  return shares.reduce((sum, one) => sum + one, 0) / Math.max(1, shares.length);
}

const detailsOf = (answers: readonly KindAnswer[]): string[] => [
  ...reliabilityTable('Are confidences right?', answers),
  ...answers
    .filter(({ right }) => !right)
    .map(({ file, kind, got, confidence }) => `miss: ${file} is ${kind}, taken for ${got} (${confidence.toFixed(2)})`),
];
