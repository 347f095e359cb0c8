import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerCards, type CardAnswer, type ReadCard } from '../../../../../bench/accuracy/cardFields.js';
import { shippedTypes } from '../../../../../bench/accuracy/classification.js';
import { cardDesigns, type PrintedText } from '../../../../../specimens/cards/cardDesign.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { extractFields } from '../../../../../src/engines/documents/extract/extractFields.js';
import type { Extraction } from '../../../../../src/engines/documents/extract/extraction.js';
import { pageOfCard } from './cardPage.js';
import { NO_READINGS, TODAY, typeOf } from './printedPage.js';

const presets = new URL('../../../../../presets/', import.meta.url);
const shipped = (name: string): EngineDocumentType =>
  JSON.parse(readFileSync(new URL(`${name}.json`, presets), 'utf8')) as EngineDocumentType;
const licence = shipped('driving_licence');
const identityCard = shipped('identity_card');
const usLicence = shipped('us_driver_license');

const extract = (
  front: readonly PrintedText[],
  type: Pick<EngineDocumentType, 'output_schema' | 'prompt_hint'>,
): Extraction['extracted'] =>
  extractFields({ pages: [pageOfCard(front)] }, type, NO_READINGS, { today: TODAY }).extracted;

describe('a driving licence of the European Union', () => {
  const EXPECTED = {
    surname: 'HOLMQVIST',
    given_names: 'ARVID NILS',
    birth_date: '1982-05-30',
    birth_place: 'UTTERVIK',
    issue_date: '2021-04-12',
    expiry_date: '2031-04-11',
    issuing_authority: 'TRANSPORTVERKET',
    document_number: 'HV5581207',
  };

  it('is read by its numbers where they stand in the line of their values', () => {
    const front: PrintedText[] = [
      [300, 120, 'value', '1. HOLMQVIST'],
      [300, 160, 'value', '2. ARVID NILS'],
      [300, 200, 'value', '3. 30.05.1982 UTTERVIK'],
      [300, 240, 'value', '4a. 12.04.2021 4c. TRANSPORTVERKET'],
      [300, 280, 'value', '4b. 11.04.2031'],
      [300, 320, 'value', '5. HV5581207'],
    ];
    expect(extract(front, licence)).toMatchObject(EXPECTED);
  });

  it('is read by its numbers where they are printed small, without a dot and apart', () => {
    const front: PrintedText[] = [
      [300, 120, 'number', '1'],
      [400, 120, 'value', 'HOLMQVIST'],
      [300, 160, 'number', '2'],
      [400, 160, 'value', 'ARVID NILS'],
      [300, 200, 'number', '3'],
      [400, 200, 'value', '30.05.1982 UTTERVIK'],
      [300, 240, 'number', '4a'],
      [400, 240, 'value', '12.04.2021'],
      [680, 240, 'number', '4c'],
      [730, 240, 'value', 'TRANSPORTVERKET'],
      [300, 280, 'number', '4b'],
      [400, 280, 'value', '11.04.2031'],
      [300, 320, 'number', '5'],
      [400, 320, 'value', 'HV5581207'],
    ];
    expect(extract(front, licence)).toMatchObject(EXPECTED);
  });

  it('gives the lines whose small numbers the reader lost', () => {
    const front: PrintedText[] = [
      [400, 80, 'title', 'DRIVING LICENCE'],
      [400, 120, 'value', 'HOLMQVIST'],
      [400, 160, 'value', 'ARVID NILS'],
      [300, 200, 'number', '3.'],
      [400, 200, 'value', '30.05.1982 UTTERVIK'],
      [300, 240, 'number', '4a.'],
      [400, 240, 'value', '12.04.2021'],
      [300, 280, 'number', '4b.'],
      [400, 280, 'value', '11.04.2031'],
      [300, 320, 'number', '5.'],
      [400, 320, 'value', 'HV5581207'],
    ];
    expect(extract(withNumber(front, '1.', 120), licence)).toMatchObject({ given_names: 'ARVID NILS' });
    expect(extract(withNumber(front, '2.', 160), licence)).toMatchObject({ surname: 'HOLMQVIST' });
  });

  const withNumber = (front: readonly PrintedText[], number: string, y: number): PrintedText[] => [
    ...front,
    [300, y, 'number', number],
  ];

  it('is read so for a type that says nothing of the numbers', () => {
    const front: PrintedText[] = [
      [300, 120, 'value', '1. HOLMQVIST'],
      [300, 160, 'value', '2. ARVID NILS'],
      [300, 200, 'value', '4b. 11.04.2031'],
      [300, 240, 'value', '5. HV5581207'],
      [300, 280, 'value', '3. 30.05.1982 UTTERVIK'],
    ];
    const schema = { birth_date: 'date', last_name: 'string', expiry_date: 'date', document_number: 'string' };
    expect(extract(front, typeOf(schema))).toEqual({
      birth_date: '1982-05-30',
      last_name: 'HOLMQVIST',
      expiry_date: '2031-04-11',
      document_number: 'HV5581207',
    });
  });
});

describe('a card of North America', () => {
  it('is read by its numbered labels beside or above the values', () => {
    const front: PrintedText[] = [
      [300, 120, 'label', '4d DLN'],
      [300, 148, 'value', 'Q88-214-09'],
      [640, 120, 'label', '4aISS'],
      [640, 148, 'value', '02/03/2022'],
      [300, 200, 'plain', '3 DOB: 11/25/1980'],
      [640, 200, 'plain', '4b EXP: 11/25/2029'],
      [300, 250, 'label', '1'],
      [340, 250, 'value', 'WHITLOCK'],
      [300, 290, 'label', '2'],
      [340, 290, 'value', 'IMOGEN'],
      [300, 340, 'label', '15 SEX'],
      [300, 368, 'value', 'F'],
    ];
    expect(extract(front, usLicence)).toMatchObject({
      document_number: 'Q88-214-09',
      issue_date: '2022-02-03',
      birth_date: '1980-11-25',
      expiry_date: '2029-11-25',
      surname: 'WHITLOCK',
      given_names: 'IMOGEN',
      sex: 'F',
    });
  });

  it('gives the address that has no label, and the name above it', () => {
    const front: PrintedText[] = [
      [300, 120, 'title', 'IMOGEN WHITLOCK'],
      [300, 160, 'plain', '77 Ferry Road, Unit 3'],
      [300, 190, 'plain', 'Marlow Bay, OR 97103'],
      [300, 260, 'plain', 'DOB: 11/25/1980'],
    ];
    expect(extract(front, usLicence)).toMatchObject({
      full_name: 'IMOGEN WHITLOCK',
      address: '77 Ferry Road, Unit 3 Marlow Bay, OR 97103',
      birth_date: '1980-11-25',
    });
  });
});

describe('a label', () => {
  it('is never the value of another label, nor is a date a number', () => {
    const front: PrintedText[] = [
      [300, 120, 'label', 'Surname'],
      [560, 120, 'label', 'Given names'],
      [300, 200, 'label', 'Document number'],
      [300, 226, 'value', 'DO 01/12/2020'],
    ];
    expect(extract(front, identityCard)).toMatchObject({ surname: null, given_names: null, document_number: null });
  });

  it('that stands in two rows for two languages leaves the value below to its field', () => {
    const front: PrintedText[] = [
      [300, 120, 'label', 'LUOGO E DATA DI NASCITA'],
      [300, 142, 'label', 'PLACE AND DATE OF BIRTH'],
      [300, 172, 'value', 'BORGO ALTO (BA) 14.02.1979'],
    ];
    expect(extract(front, identityCard)).toMatchObject({ birth_date: '1979-02-14', birth_place: 'BORGO ALTO (BA)' });
  });

  it('keeps its value apart from that of the next column, where a reader joins them', () => {
    const front: PrintedText[] = [
      [300, 120, 'label', 'Date of birth'],
      [520, 120, 'label', 'Personal number'],
      [300, 148, 'plain', '14.02.1979     44-719-02'],
    ];
    expect(extract(front, identityCard)).toMatchObject({ birth_date: '1979-02-14', personal_number: '44-719-02' });
  });

  it('of an old French card is read with its short forms', () => {
    const front: PrintedText[] = [
      [300, 120, 'plain', 'Nom : AUBERTIN'],
      [300, 160, 'plain', 'Prénom(s) : NOÉMIE, ÈVE'],
      [300, 200, 'plain', 'Sexe : F'],
      [560, 200, 'plain', 'Né(e) le : 03.10.1971'],
      [300, 240, 'plain', 'à : SÈTE (34)'],
    ];
    expect(extract(front, identityCard)).toMatchObject({
      surname: 'AUBERTIN',
      given_names: 'NOÉMIE, ÈVE',
      sex: 'F',
      birth_date: '1971-10-03',
      birth_place: 'SÈTE (34)',
    });
  });
});

describe('an Indian card', () => {
  it('gives the name over the birth date, the sex by its word and the address from the parent to the postal code', () => {
    const front: PrintedText[] = [
      [300, 120, 'plain', 'Rohan Kulkarni'],
      [300, 160, 'plain', 'DOB : 05/07/1990'],
      [300, 200, 'plain', 'Male'],
      [300, 300, 'plain', 'S/O Vijay Kulkarni,'],
      [300, 330, 'plain', '4 Lake View, Rampur,'],
      [300, 360, 'plain', 'Maharashtra, 411099'],
    ];
    expect(extract(front, shipped('aadhaar_card'))).toMatchObject({
      full_name: 'Rohan Kulkarni',
      birth_date: '1990-07-05',
      sex: 'M',
      guardian_name: 'Vijay Kulkarni',
      address: 'S/O Vijay Kulkarni, 4 Lake View, Rampur, Maharashtra, 411099',
    });
  });

  it('states no sex where both are printed, to tick one', () => {
    const front: PrintedText[] = [
      [300, 120, 'plain', 'Male'],
      [600, 120, 'plain', 'Female'],
    ];
    expect(extract(front, shipped('aadhaar_card'))).toMatchObject({ sex: null });
  });

  it('gives holder and father where neither has a label', () => {
    const front: PrintedText[] = [
      [60, 190, 'value', 'ROHAN KULKARNI'],
      [60, 240, 'value', 'VIJAY KULKARNI'],
      [60, 290, 'value', '05/07/1990'],
    ];
    expect(extract(front, shipped('pan_card'))).toMatchObject({
      full_name: 'ROHAN KULKARNI',
      father_name: 'VIJAY KULKARNI',
    });
  });
});

describe('cards of many layouts', () => {
  /** The shares that were reached, less what a change elsewhere may cost. */
  const LEAST = { developed: 0.9, judged: 0.8 };

  it.each(['developed', 'judged'] as const)(
    'of the %s designs give up their fields when read without fault',
    async (group) => {
      const designs = (await cardDesigns()).filter(({ judged }) => judged === (group === 'judged'));
      const cards = designs.map(({ name, document_type, truth, front, back }): ReadCard => {
        const pages = [pageOfCard(front), ...(back ? [pageOfCard(back, 2)] : [])];
        return { file: { name, pages, readings: NO_READINGS }, document_type, truth, group };
      });
      const answers = answerCards(cards, await shippedTypes(), TODAY);
      expect(shareOf(answers)).toBeGreaterThan(LEAST[group]);
    },
  );

  const shareOf = (answers: readonly CardAnswer[]): number =>
    answers.filter(({ right }) => right).length / answers.length;
});
