import { classifyDocument } from '../../src/engines/documents/classify/classifyDocument.js';
import { conceptOf } from '../../src/engines/documents/extract/labels/lexicon.js';
import { proposeType } from '../../src/engines/documents/propose/proposeType.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import type { FieldValue, ProposedField } from '../../src/domain/documents/index.js';
import type { Truth } from '../../specimens/pages/truth.js';
import { pagesOfWords } from '../../specimens/pages/index.js';
import { shippedTypes } from '../accuracy/classification.js';
import { bootstrapped, type AccuracyFigure } from '../accuracy/accuracyFigure.js';
import { measured, type AnswerOfFile, type Measured } from '../accuracy/part.js';
import { isForJudging } from '../types/wordedPages.js';

/** What was proposed for a page, against what its type asks for and the page prints. */
interface DiscoverAnswer extends AnswerOfFile {
  /** Whether its type was among those that were known. */
  withheld: boolean;
  printed: number;
  found: number;
  proposed: number;
  /** Of the proposed ones, those that are fields of the type. */
  fitting: number;
  /** Of a page that was missed or exceeded: which fields. */
  missed: string[];
  beyond: string[];
}

const NO_READINGS = { mrz: [], barcodes: [] };

/**
 * How much of what a page prints of its type's fields is proposed for it (recall), and how much of what is proposed are fields of
 * the type (precision): once with all shipped types known, once with the types of its kind withheld.
 */
export async function measureDiscover(): Promise<Measured> {
  const types = await shippedTypes();
  const today = new Date().toISOString().slice(0, 10);
  const answers: DiscoverAnswer[] = [];
  for await (const { type: id, issuer, pages, fields } of pagesOfWords({ designs: 1 })) {
    const type = types.find(({ context_id }) => context_id === id);
    if (!type || Object.keys(fields).length === 0) continue;
    const others = types.filter(
      ({ context_id, describes }) => context_id !== id && describes?.kind !== type.describes?.kind,
    );
    for (const candidates of [types, others]) {
      const classification = classifyDocument({ pages }, candidates, NO_READINGS);
      const proposal = proposeType({ document: { pages }, readings: NO_READINGS, classification, candidates, today });
      answers.push({
        file: issuer,
        heldOut: isForJudging(issuer),
        ...compare(proposal.fields, fields, Object.keys(type.output_schema)),
        withheld: candidates === others,
      });
    }
  }
  return measured('Discover: fields proposed for worded pages', answers, figuresOf, detailsOf);
}

/** A proposed field is one of the type where their names are equal or of one concept, or it says what that one says. */
function compare(
  proposed: readonly ProposedField[],
  truth: Truth,
  schema: readonly string[],
): Omit<DiscoverAnswer, 'file' | 'heldOut' | 'withheld'> {
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
  (some: readonly DiscoverAnswer[]): number =>
    some.reduce((sum, one) => sum + one[part], 0) /
    Math.max(
      1,
      some.reduce((sum, one) => sum + one[of], 0),
    );

function figuresOf(answers: readonly DiscoverAnswer[]): AccuracyFigure[] {
  return [false, true].flatMap((withheld) => {
    const some = answers.filter((one) => one.withheld === withheld);
    const name = withheld ? 'discover, its kind withheld' : 'discover, its kind known';
    return [
      bootstrapped(`${name}: recall`, some, ratio('found', 'printed')),
      bootstrapped(`${name}: precision`, some, ratio('fitting', 'proposed')),
    ];
  });
}

const detailsOf = (answers: readonly DiscoverAnswer[]): string[] =>
  answers
    .filter(({ withheld, heldOut, missed, beyond }) => withheld && !heldOut && missed.length + beyond.length > 0)
    .map(({ file, missed, beyond }) => `${file}: missed ${missed.join(' ')}; beyond ${beyond.join(' ')}`);
