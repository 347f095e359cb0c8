import { classifyDocument } from '../../src/engines/documents/classify/classifyDocument.js';
import { bootstrapped, share, type AccuracyFigure } from './accuracyFigure.js';
import { shippedTypes } from './classification.js';
import { measured, type AnswerOfFile, type Measured } from './part.js';
import { calibrationError, reliabilityTable, type Judgement } from './reliability.js';
import { isForJudging, pagesOfTypes } from '../types/wordedPages.js';

/** What a worded page was taken for. */
interface PageAnswer extends AnswerOfFile, Judgement {
  /** `null` for a page of no type. */
  expected: string | null;
  got: string;
  /** Whether its type and what it was taken for are of one kind. */
  ofItsKind: boolean;
}

const UNKNOWN = 'unknown';
const NO_READINGS = { mrz: [], barcodes: [] };

/**
 * How often the pages of `specimens/pages`, each in one design, are told among all shipped types by what is printed on them. Those
 * that are for judging count as held out.
 */
export async function measureWordedPages(): Promise<Measured> {
  const types = await shippedTypes();
  const kindOf = (id: string | null): string | undefined =>
    types.find(({ context_id }) => context_id === id)?.describes?.kind;
  const answers: PageAnswer[] = [];
  for await (const { issuer, expected, right: rightTypes, pages } of pagesOfTypes(types, 1)) {
    const { document_type: got, confidence } = classifyDocument({ pages }, types, NO_READINGS);
    const right = expected === null ? got === UNKNOWN : rightTypes.has(got);
    const ofItsKind = right || (kindOf(expected) !== undefined && kindOf(expected) === kindOf(got));
    answers.push({ file: issuer, heldOut: isForJudging(issuer), expected, got, confidence, right, ofItsKind });
  }
  return measured('Worded pages: what they are', answers, figuresOf, detailsOf);
}

function figuresOf(answers: readonly PageAnswer[]): AccuracyFigure[] {
  const typed = answers.filter(({ expected }) => expected !== null);
  const untyped = answers.filter(({ expected }) => expected === null);
  return [
    share('worded pages: type right', typed.map(({ right }) => right)), // prettier-ignore
    share('worded pages: kind right', typed.map(({ ofItsKind }) => ofItsKind)), // prettier-ignore
    share('worded pages: not left unknown', typed.map(({ got }) => got !== UNKNOWN)), // prettier-ignore
    share('worded pages of no type: unknown', untyped.map(({ right }) => right)), // prettier-ignore
    { ...bootstrapped('worded pages: calibration error', answers, calibrationError), better: 'lower' },
  ];
}

const detailsOf = (answers: readonly PageAnswer[]): string[] => [
  ...reliabilityTable('Are confidences right?', answers),
  ...answers
    .filter(({ ofItsKind, right }) => !ofItsKind && !right)
    .map(({ file, expected, got }) => `miss: ${file}: ${expected ?? 'no type'}, taken for ${got}`),
];
