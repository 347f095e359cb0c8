import { expect, test } from 'vitest';
import { answerCards } from '../../../bench/accuracy/cardFields.js';
import { shippedTypes } from '../../../bench/accuracy/classification.js';
import { cardDesigns } from '../../../specimens/cards/cardDesign.js';
import { renderCard } from '../../../specimens/cards/renderCard.js';
import { readDocument } from '../../../src/engines/documents/reading/readDocument.js';
import { shippedOcr } from '../../support/shippedOcr.js';

test.each(['licence-eu-french', 'identity-french-old'])(
  'every field of the picture of the card %s is read, with its accents',
  async (name) => {
    const design = (await cardDesigns()).find((one) => one.name === name)!;
    const ocr = await shippedOcr();
    const document = await readDocument(await renderCard(design), { ocr });
    const file = { name, pages: document.pages, readings: { mrz: [], barcodes: [] } };
    const answers = answerCards([{ ...design, file, group: 'developed' }], await shippedTypes(), '2026-11-21');
    await document.close();
    expect(answers.filter(({ right }) => !right)).toEqual([]);
    expect(answers.map(({ got }) => got)).toContain(name === 'licence-eu-french' ? 'LEFÈVRE' : 'JULIEN, RENÉ');
  },
);
