import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cardDesigns } from '../../specimens/cards/cardDesign.js';
import { renderCard } from '../../specimens/cards/renderCard.js';
import type { FieldValue } from '../../src/domain/documents/fieldReadings.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import { extractFields } from '../../src/engines/documents/extract/extractFields.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import { share, type AccuracyFigure } from './accuracyFigure.js';
import { CARDS } from './cards.js';
import { shippedTypes } from './classification.js';
import { measured, type AnswerOfFile, type Measured, type Workbench } from './part.js';
import { filesOf, type ReadFile } from './readFolder.js';
import type { Judgement } from './reliability.js';

/** What is true of a card. */
interface CardTruth {
  /** Name of the shipped type it is of. */
  document_type: string;
  /** Field to what is printed; spellings that are as good are parted by `|`. */
  truth: { readonly [field: string]: string };
}

/** A card as the engine read it, with what is true of it. */
export interface ReadCard extends CardTruth {
  file: Pick<ReadFile, 'name' | 'pages' | 'readings'> & Partial<Pick<ReadFile, 'heldOut'>>;
  /** Cards of one group are counted together. */
  group: 'developed' | 'judged' | 'real';
}

/** One field of a card beside the truth. */
export interface CardAnswer extends Judgement, AnswerOfFile {
  group: ReadCard['group'];
  document_type: string;
  field: string;
  expected: string;
  got: FieldValue;
}

/** How many fields of cards are right: of invented ones that rules are written with, of those that judge, and of real ones. */
export async function measureCards(bench: Workbench): Promise<Measured> {
  const cards = [
    ...(await inventedCards(bench)),
    ...(await realCards(await bench.read(CARDS, { barcodes: true }), bench.folder)),
  ];
  return measured('Cards', answerCards(cards, await shippedTypes(), bench.today), figuresOf, detailsOf);
}

async function inventedCards({ readBytes }: Workbench): Promise<ReadCard[]> {
  const cards: ReadCard[] = [];
  for (const design of await cardDesigns()) {
    const { name, document_type, truth } = design;
    const file = await readBytes(name, await renderCard(design));
    cards.push({ file, document_type, truth, group: design.judged ? 'judged' : 'developed' });
  }
  return cards;
}

/** The cards of a data folder whose truth is told in `ids-truth/`: one `NAME.json` of `document_type` and `truth` for each file. */
async function realCards(files: readonly ReadCard['file'][], folder: string): Promise<ReadCard[]> {
  const truths = join(folder, 'ids-truth');
  const told = new Set(await filesOf(truths));
  const known = files.filter(({ name }) => told.has(`${name}.json`));
  return Promise.all(
    known.map(async (file): Promise<ReadCard> => {
      const truth = JSON.parse(await readFile(join(truths, `${file.name}.json`), 'utf8')) as CardTruth;
      return { ...truth, file, group: 'real' };
    }),
  );
}

/** Extracts the fields of every card by its type and compares those that are printed with the truth. */
export function answerCards(
  cards: readonly ReadCard[],
  types: readonly EngineDocumentType[],
  today: string,
): CardAnswer[] {
  return cards.flatMap(({ file, group, document_type, truth }) => {
    const type = types.find(({ context_id }) => context_id === document_type);
    if (!type) throw new Error(`${file.name} is said to be of the type ${document_type}, which is not shipped`);
    const { extracted, confidences } = extractFields(file, type, file.readings, { today });
    return Object.entries(truth).map(([field, expected]) => {
      const got = extracted[field] ?? null;
      const confidence = confidences[field] ?? 0;
      const { name, heldOut = false } = file;
      return {
        file: name,
        heldOut,
        group,
        document_type,
        field,
        expected,
        got,
        right: isSame(expected, got),
        confidence,
      };
    });
  });
}

function figuresOf(answers: readonly CardAnswer[]): AccuracyFigure[] {
  const groups = Object.entries(GROUPS).map(([group, name]) => ({
    name,
    some: answers.filter((one) => one.group === group),
  }));
  const types = [...new Set(answers.map(({ document_type }) => document_type))].sort();
  return [
    ...groups
      .filter(({ some }) => some.length > 0)
      .map(({ name, some }) =>
        share(
          name,
          some.map(({ right }) => right),
        ),
      ),
    share(
      'cards: no other value told',
      answers.map(({ right, got }) => right || got === null),
    ),
    ...types.map((type) =>
      share(
        `cards: ${type}`,
        answers.filter(({ document_type }) => document_type === type).map(({ right }) => right),
      ),
    ),
  ];
}

const GROUPS: { readonly [group in ReadCard['group']]: string } = {
  developed: 'cards: fields right, invented, rules written with them',
  judged: 'cards: fields right, invented, for judging alone',
  real: 'cards: fields right, real',
};

/** Every miss of the cards that rules may be written for. */
const detailsOf = (answers: readonly CardAnswer[]): string[] =>
  answers
    .filter(({ right, group }) => !right && group !== 'judged')
    .map(
      ({ file, field, expected, got, confidence }) =>
        `miss: ${file} ${field}: ${expected}, got ${fieldText(got)} (${confidence.toFixed(2)})`,
    );

/** Letter by letter and digit by digit, whatever case, accents and marks between them. */
const isSame = (expected: string, got: FieldValue): boolean =>
  got !== null && expected.split('|').some((spelling) => compactText(spelling) === compactText(fieldText(got)));
