import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../../../src/domain/documents/fieldReadings.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { extractFields } from '../../../../../src/engines/documents/extract/extractFields.js';
import { NO_READINGS, pageOfRows, TODAY, typeOf } from './printedPage.js';

const SCHEMA = {
  company: 'string or null',
  date: 'date YYYY-MM-DD or null',
  address: 'string or null',
  total: 'amount or null',
};

const extract = (
  rows: readonly string[],
  schema: { [field: string]: string } = SCHEMA,
): { [field: string]: FieldValue } =>
  extractFields({ pages: [pageOfRows(rows)] }, typeOf(schema), NO_READINGS, { today: TODAY }).extracted;

const HEAD = [
  'LANTERN & PINE BOOKS SDN BHD',
  '(812345-K)',
  'NO. 12, JALAN CONTOH 3,',
  'TAMAN CONTOH,',
  '40100 BANDAR CONTOH, SELANGOR.',
  'TEL: 03-5551234',
];

describe('the head of a receipt', () => {
  it('is the name and the address, without registration and telephone numbers', () => {
    expect(extract([...HEAD, 'TAX INVOICE', 'DATE: 05/06/2024'])).toMatchObject({
      company: 'LANTERN & PINE BOOKS SDN BHD',
      address: 'NO. 12, JALAN CONTOH 3, TAMAN CONTOH, 40100 BANDAR CONTOH, SELANGOR.',
      date: '2024-06-05',
    });
  });

  it('is of whom the type says, and of nobody where it asks for two companies and does not say', () => {
    const schema = { customer_name: 'string', supplier_name: 'string' };
    const read = (describes?: EngineDocumentType['describes']): { [field: string]: FieldValue } => {
      const type = typeOf(schema, { ...(describes && { describes }) });
      return extractFields({ pages: [pageOfRows(HEAD)] }, type, NO_READINGS, { today: TODAY }).extracted;
    };
    expect(read({ issuer: { name: 'supplier_name' } })).toEqual({
      customer_name: null,
      supplier_name: 'LANTERN & PINE BOOKS SDN BHD',
    });
    expect(read()).toEqual({ customer_name: null, supplier_name: null });
    expect(read({ issuer: {} })).toEqual({ customer_name: null, supplier_name: null });
  });

  it('puts a name over two rows together', () => {
    expect(extract(['LANTERN & PINE', 'ENTERPRISE (CENTRAL) SDN BHD', ...HEAD.slice(2)]).company).toBe(
      'LANTERN & PINE ENTERPRISE (CENTRAL) SDN BHD',
    );
  });

  it('passes over slogans and greetings', () => {
    expect(extract(['Welcome to the shop', ...HEAD]).company).toBe('LANTERN & PINE BOOKS SDN BHD');
  });

  it('is found where the name has no legal form, and what the shop is is no name', () => {
    expect(extract(['THE QUIET FOX', 'BAKERY & CAFE', '12, MARKET STREET,', 'OLD TOWN', 'TAX INVOICE']).company).toBe(
      'THE QUIET FOX',
    );
  });

  it('ends a name with its legal form: no speck behind it, no parenthesis that is none of its own', () => {
    for (const tail of [' P)', ' .', '|', ' (812345-K)']) {
      expect(extract([`LANTERN BOOKS (EAST) SDN. BHD.${tail}`, ...HEAD.slice(2)]).company).toBe(
        'LANTERN BOOKS (EAST) SDN. BHD.',
      );
    }
    expect(extract(['QUIET FOX MARKET .', ...HEAD.slice(2)]).company).toBe('QUIET FOX MARKET');
  });

  it('puts a misread letter in a long word of trade right, and the spaces around marks', () => {
    expect(extract(['LANTERN HARDWAKE &TOOLS (EAST)SDN BHD', ...HEAD.slice(2)]).company).toBe(
      'LANTERN HARDWARE & TOOLS (EAST) SDN BHD',
    );
    expect(extract(['MOUSE & CO SDN BHD', ...HEAD.slice(2)]).company).toBe('MOUSE & CO SDN BHD');
  });

  it('parts two words of an address that were read as one', () => {
    const rows = [HEAD[0]!, 'LOT 5, JALAN CONTOH', '40100 BANDAR CONTOH , SELANGORDARUL EHSAN'];
    expect(extract(rows).address).toBe('LOT 5, JALAN CONTOH 40100 BANDAR CONTOH, SELANGOR DARUL EHSAN');
  });

  it('puts misread address words right', () => {
    const rows = [HEAD[0]!, 'L0T 5, JALAM CONTOH', '4O1OO BANDAR CONTOH, SELANG0R'];
    expect(extract(rows).address).toBe('LOT 5, JALAN CONTOH 40100 BANDAR CONTOH, SELANGOR');
  });

  it('is not mixed up with the title on the other side of the page', () => {
    const rows = ['Meridian Instruments GmbH||INVOICE', 'Werkstrasse 9, 28195 Bremen, Germany', 'Bill to'];
    expect(extract(rows)).toMatchObject({
      company: 'Meridian Instruments GmbH',
      address: 'Werkstrasse 9, 28195 Bremen, Germany',
    });
  });
});

describe('the date of a receipt', () => {
  it('is read where the stroke before the month was taken for a letter', () => {
    expect(extract([...HEAD, 'CB# 4711 14MMay/2024 10:56:39']).date).toBe('2024-05-14');
  });

  it('is not a part of a code, nor years ahead', () => {
    expect(extract([...HEAD, 'RC11-23-42 - 12/144', '15-03-24 15:41 SH01']).date).toBe('2024-03-15');
    expect(extract([...HEAD, '15-03-42']).date).toBe('1942-03-15');
  });
});

describe('the total of a receipt', () => {
  const totalOf = (...rows: string[]): FieldValue => extract([...HEAD, 'DATE: 05/06/2024', ...rows]).total ?? null;

  it('is not the subtotal, the tax, the cash or the change', () => {
    expect(totalOf('SUB-TOTAL||| 35.00', 'GST 6%||| 2.10', 'TOTAL||| 37.10', 'CASH||| 40.00', 'CHANGE||| 2.90')).toBe(
      37.1,
    );
  });

  it('is not what excludes the tax, nor a number of items', () => {
    expect(
      totalOf('TOTAL QTY||| 3', 'TOTAL SALES (EXCLUDING GST)||| 35.00', 'TOTAL SALES (INCLUSIVE OF GST)||| 37.10'),
    ).toBe(37.1);
  });

  it('is the rounded amount', () => {
    expect(
      totalOf('TOTAL AMT||| 43.12', 'ROUNDING ADJ||| -0.02', '||RM| 43.10', 'CASH||| 50.10', 'CHANGE||| 7.00'),
    ).toBe(43.1);
  });

  it('is not the total of the tax summary', () => {
    expect(totalOf('TOTAL||| 37.10', 'GST SUMMARY', 'SR|| 35.00| 2.10', 'TOTAL|| 35.00| 2.10')).toBe(37.1);
  });

  it('is found in other languages', () => {
    expect(totalOf('Zwischensumme||| 8,40', 'Gesamtbetrag||| 10,00')).toBe(10);
    expect(totalOf('TOTAL HT||| 8,40', 'TOTAL TTC||| 10,08')).toBe(10.08);
    expect(totalOf('IMPONIBILE||| 8,40', 'TOTALE EURO||| 10,25')).toBe(10.25);
  });

  it('stands under its label where it is not beside it', () => {
    expect(totalOf('TOTAL', '||| 12.40')).toBe(12.4);
  });

  it('is a guess of low confidence where nothing is labelled', () => {
    const page = pageOfRows([...HEAD, 'Notebook||| 4.20', 'Lamp||| 12.40']);
    const { extracted, confidences } = extractFields({ pages: [page] }, typeOf(SCHEMA), NO_READINGS, { today: TODAY });
    expect(extracted.total).toBe(12.4);
    expect(confidences.total).toBeLessThan(0.8);
  });
});

describe('tables', () => {
  it('become the items of an invoice', () => {
    const rows = [
      ...HEAD,
      'Description|Qty|Unit price|Amount',
      'Calibration of sensors|4|185.00|740.00',
      'On-site inspection,|2|420.00|840.00',
      'half day',
      'Gasket set|6|17.50|105.00',
      'Subtotal|||1,685.00',
    ];
    expect(
      extract(rows, { line_items: 'list of {description, quantity, unit_price, amount} or null' }).line_items,
    ).toEqual([
      { description: 'Calibration of sensors', quantity: 4, unit_price: 185, amount: 740 },
      { description: 'On-site inspection, half day', quantity: 2, unit_price: 420, amount: 840 },
      { description: 'Gasket set', quantity: 6, unit_price: 17.5, amount: 105 },
    ]);
  });

  it('become the transactions of a statement, what was taken negative, balances carried left out', () => {
    const page = pageOfRows(
      [
        'Date|Description|Money out|Money in|Balance',
        '|Opening balance|||2,480.35',
        '03/02/2026|STANDING ORDER RENT|1,150.00||1,330.35',
        '12/02/2026|TRANSFER FROM J CALLOWAY||220.00|1,550.35',
        '|Closing balance|||1,550.35',
      ],
      { columns: [0.05, 0.2, 0.55, 0.7, 0.85] },
    );
    const type = typeOf({ transactions: 'list of {date, description, amount, balance} or null' });
    expect(extractFields({ pages: [page] }, type, NO_READINGS, { today: TODAY }).extracted.transactions).toEqual([
      { date: '2026-02-03', description: 'STANDING ORDER RENT', amount: -1150, balance: 1330.35 },
      { date: '2026-02-12', description: 'TRANSFER FROM J CALLOWAY', amount: 220, balance: 1550.35 },
    ]);
  });

  it('are null where no heading names two of their columns', () => {
    expect(extract(['Lamp|12.40', 'Book|4.20'], { items: 'list of {description, amount}' }).items).toBeNull();
  });
});
