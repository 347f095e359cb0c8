import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cardDesigns } from '../../specimens/cards/cardDesign.js';
import { renderCard } from '../../specimens/cards/renderCard.js';
import type { FieldValue } from '../../src/domain/documents/fieldReadings.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import { extractFields } from '../../src/engines/documents/extract/extractFields.js';
import { readMrz } from '../../src/engines/documents/mrz/readMrz.js';
import type { Ocr } from '../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../src/engines/documents/reading/readDocument.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import { filesOf, type ReadFile } from './readFolder.js';
import type { Judgement } from './reliability.js';
import { shareOf, shareText } from './share.js';

/** What is true of a card. */
export interface CardTruth {
  /** Name of the shipped type it is of. */
  document_type: string;
  /** Field to what is printed; spellings that are as good are parted by `|`. */
  truth: { readonly [field: string]: string };
}

/** A card as the engine read it, with what is true of it. */
export interface ReadCard extends CardTruth {
  file: Pick<ReadFile, 'name' | 'pages' | 'readings'>;
  /** Cards of one group are counted together. */
  group: 'developed' | 'judged' | 'real';
}

/** One field of a card beside the truth. */
export interface CardAnswer extends Judgement {
  card: string;
  group: ReadCard['group'];
  document_type: string;
  field: string;
  expected: string;
  got: FieldValue;
}

/** Renders every invented card and reads it. */
export async function readInventedCards(ocr: Ocr): Promise<ReadCard[]> {
  const cards: ReadCard[] = [];
  for (const design of await cardDesigns()) {
    const { name, document_type, truth } = design;
    const document = await readDocument(await renderCard(design), { ocr });
    const readings = { mrz: await readMrz(document), barcodes: [] };
    await document.close();
    const group = design.judged ? 'judged' : 'developed';
    cards.push({ file: { name, pages: document.pages, readings }, document_type, truth, group });
    process.stderr.write(`\rinvented cards: ${cards.length} read`);
  }
  process.stderr.write('\n');
  return cards;
}

/** The cards of a data folder whose truth is told in `ids-truth/`: one `NAME.json` of `document_type` and `truth` for each file. */
export async function realCards(files: readonly ReadCard['file'][], folder: string): Promise<ReadCard[]> {
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
      return { card: file.name, group, document_type, field, expected, got, right: isSame(expected, got), confidence };
    });
  });
}

/** Lines that say how many fields are right, by group and type, and every miss of the cards that rules may be written for. */
export function cardsReport(answers: readonly CardAnswer[]): string[] {
  const right = (some: readonly CardAnswer[]): string =>
    shareText(shareOf(some.filter((answer) => answer.right).length, some.length));
  const wrong = (some: readonly CardAnswer[]): number =>
    some.filter((answer) => !answer.right && answer.got !== null).length;
  const lines = ['Cards: fields right, with the interval at 95 %'];
  for (const group of ['developed', 'judged', 'real'] as const) {
    const some = answers.filter((answer) => answer.group === group);
    if (some.length === 0) continue;
    lines.push(`  ${group.padEnd(28)} ${right(some)}, another value for ${wrong(some)}`);
    for (const type of [...new Set(some.map(({ document_type }) => document_type))].sort()) {
      lines.push(`    ${type.padEnd(26)} ${right(some.filter(({ document_type }) => document_type === type))}`);
    }
  }
  lines.push('', 'Cards: misses, but of those that judge');
  for (const { card, field, expected, got, confidence } of answers.filter((a) => !a.right && a.group !== 'judged')) {
    lines.push(`  ${card} ${field} (${confidence.toFixed(2)})`, `    expected ${expected}`, `    got      ${fieldText(got)}`); // prettier-ignore
  }
  return lines;
}

/** Letter by letter and digit by digit, whatever case, accents and marks between them. */
const isSame = (expected: string, got: FieldValue): boolean =>
  got !== null && expected.split('|').some((spelling) => compactText(spelling) === compactText(fieldText(got)));
