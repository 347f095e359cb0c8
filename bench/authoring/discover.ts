import { classifyDocument } from '../../src/engines/documents/classify/classifyDocument.js';
import { conceptOf } from '../../src/engines/documents/extract/labels/lexicon.js';
import { proposeType } from '../../src/engines/documents/propose/proposeType.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import type { FieldValue, ProposedField, TypeProposal } from '../../src/domain/documents/index.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import type { Page } from '../../src/engines/documents/reading/page.js';
import type { Truth } from '../../specimens/pages/truth.js';
import { pagesOfWords } from '../../specimens/pages/index.js';
import { shippedTypes } from '../accuracy/classification.js';
import { bootstrapped, type AccuracyFigure } from '../accuracy/accuracyFigure.js';
import { measured, type AnswerOfFile, type Measured } from '../accuracy/part.js';
import { isForJudging } from '../types/wordedPages.js';

/** What was proposed for a page, against what its type asks for and the page prints. */
export interface PageAnswer extends AnswerOfFile {
  printed: number;
  found: number;
  proposed: number;
  /** Of the proposed ones, those that are fields of the type. */
  fitting: number;
  /** Of a page that was missed or exceeded: which fields. */
  missed: string[];
  beyond: string[];
}

interface DiscoverAnswer extends PageAnswer {
  /** Whether its type was among those that were known. */
  withheld: boolean;
}

const NO_READINGS = { mrz: [], barcodes: [] };

/** A page whose type is to be proposed, of the types that are known. */
export interface PageToPropose {
  pages: Page[];
  candidates: readonly EngineDocumentType[];
  /** ISO date. */
  today: string;
}

/** What the embedded engine proposes for a page. */
export function proposeAlone({ pages, candidates, today }: PageToPropose): TypeProposal {
  const classification = classifyDocument({ pages }, candidates, NO_READINGS);
  return proposeType({ document: { pages }, readings: NO_READINGS, classification, candidates, today });
}

/** A worded page of which fields are to be found, and what its type asks for. */
export interface WordedPage {
  type: EngineDocumentType;
  issuer: string;
  pages: Page[];
  fields: Truth;
  /** The shipped types of other kinds. */
  others: EngineDocumentType[];
}

/** The worded pages of the shipped types, each in one design. @param only of these types; of all when left out */
export async function* wordedPages(
  types: readonly EngineDocumentType[],
  only?: readonly string[],
): AsyncGenerator<WordedPage> {
  for await (const { type: id, issuer, pages, fields } of pagesOfWords({ designs: 1, ...(only && { types: only }) })) {
    const type = types.find(({ context_id }) => context_id === id);
    if (!type || Object.keys(fields).length === 0) continue;
    const others = types.filter(
      ({ context_id, describes }) => context_id !== id && describes?.kind !== type.describes?.kind,
    );
    yield { type, issuer, pages, fields, others };
  }
}

/**
 * How much of what a page prints of its type's fields is proposed for it (recall), and how much of what is proposed are fields of
 * the type (precision): once with all shipped types known, once with the types of its kind withheld.
 */
export async function measureDiscover(): Promise<Measured> {
  const types = await shippedTypes();
  const today = new Date().toISOString().slice(0, 10);
  const answers: DiscoverAnswer[] = [];
  for await (const page of wordedPages(types)) {
    for (const candidates of [types, page.others]) {
      const proposal = proposeAlone({ pages: page.pages, candidates, today });
      answers.push({ ...answerOf(page, proposal), withheld: candidates === page.others });
    }
  }
  return measured('Discover: fields proposed for worded pages', answers, figuresOf, detailsOf);
}

/** What was proposed for a page, against what it prints. */
export const answerOf = ({ issuer, fields, type }: WordedPage, proposal: TypeProposal): PageAnswer => ({
  ...{ file: issuer, heldOut: isForJudging(issuer) },
  ...compare(proposal.fields, fields, Object.keys(type.output_schema)),
});

/** A proposed field is one of the type where their names are equal or of one concept, or it says what that one says. */
function compare(
  proposed: readonly ProposedField[],
  truth: Truth,
  schema: readonly string[],
): Omit<PageAnswer, 'file' | 'heldOut'> {
  const printed = Object.keys(truth);
  const isSame = ({ name, value }: ProposedField, field: string): boolean =>
    name === field ||
    (conceptOf(name) !== null && conceptOf(name) === conceptOf(field)) ||
    (Object.hasOwn(truth, field) && saysTheSame(value, truth[field]!));
  const missed = printed.filter((field) => !proposed.some((one) => isSame(one, field)));
  const beyond = proposed.filter((one) => !schema.some((field) => isSame(one, field))).map(({ name }) => name);
  const [found, fitting] = [printed.length - missed.length, proposed.length - beyond.length];
  return { printed: printed.length, found, proposed: proposed.length, fitting, missed, beyond };
}

const saysTheSame = (value: FieldValue, truth: FieldValue): boolean => {
  const [one, other] = [value, truth].map((each) => compactText(fieldText(each)));
  return one !== '' && one === other;
};

const ratio =
  (part: 'found' | 'fitting', of: 'printed' | 'proposed') =>
  (some: readonly PageAnswer[]): number =>
    some.reduce((sum, one) => sum + one[part], 0) /
    Math.max(
      1,
      some.reduce((sum, one) => sum + one[of], 0),
    );

/** Recall and precision over pages. @param name what they are figures of */
export const foundAndFitting = (name: string, answers: readonly PageAnswer[]): AccuracyFigure[] => [
  bootstrapped(`${name}: recall`, answers, ratio('found', 'printed')),
  bootstrapped(`${name}: precision`, answers, ratio('fitting', 'proposed')),
];

const figuresOf = (answers: readonly DiscoverAnswer[]): AccuracyFigure[] =>
  [false, true].flatMap((withheld) =>
    foundAndFitting(
      withheld ? 'discover, its kind withheld' : 'discover, its kind known',
      answers.filter((one) => one.withheld === withheld),
    ),
  );

const detailsOf = (answers: readonly DiscoverAnswer[]): string[] =>
  answers
    .filter(({ withheld, heldOut, missed, beyond }) => withheld && !heldOut && missed.length + beyond.length > 0)
    .map(({ file, missed, beyond }) => `${file}: missed ${missed.join(' ')}; beyond ${beyond.join(' ')}`);
