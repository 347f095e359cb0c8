import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyDocument } from '../../../../../src/engines/documents/classify/classifyDocument.js';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { NO_READINGS, pageOfRows } from '../extract/printedPage.js';

const PRESETS = new URL('../../../../../presets/', import.meta.url);
const shipped = readdirSync(PRESETS)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, PRESETS), 'utf8')) as EngineDocumentType)
  .filter(({ pipeline_steps }) => !pipeline_steps.some((step) => step.startsWith('type:')));

const classify = (rows: readonly string[]) => classifyDocument({ pages: [pageOfRows(rows)] }, shipped, NO_READINGS);

describe('pages that do not say in their title what they are', () => {
  it.each([
    [
      'a restaurant bill that does not say what it is',
      'receipt',
      [
        'The Quiet Fox',
        '12 Mill Lane',
        'Table 7||Covers 2',
        'Server: Ann',
        '2 Fish pie|| 24.00',
        '1 House wine|| 6.50',
        'Subtotal|| 30.50',
        'Service 10%|| 3.05',
        'Total|| 33.55',
        'Cash|| 40.00',
        'Change|| 6.45',
        'Thank you, see you soon',
      ],
    ],
    [
      'a French one',
      'receipt',
      [
        'Brasserie du Pont',
        'Table 4||2 couverts',
        '2 Plat du jour|| 27,00',
        '1 Carafe de vin|| 8,50',
        'Total TTC|| 35,50',
        'dont TVA 10%|| 3,23',
        'Carte bancaire|| 35,50',
        'Merci de votre visite',
      ],
    ],
    [
      'a Spanish one',
      'receipt',
      [
        'Mesón del Olmo',
        'Mesa 3||Camarero: 2',
        '2 Menú del día|| 24,00',
        '1 Café solo|| 1,40',
        'Base imponible|| 23,09',
        'IVA 10%|| 2,31',
        'Total|| 25,40',
        'Efectivo|| 30,00',
        'Cambio|| 4,60',
      ],
    ],
    [
      'a Japanese one',
      'receipt',
      [
        'みどり食堂',
        '2名様 テーブル5',
        '日替り定食|| ¥900',
        '生ビール|| ¥550',
        '小計|| ¥1,450',
        '(内消費税等|| ¥131)',
        '合計|| ¥1,450',
        'お預り|| ¥2,000',
        'お釣り|| ¥550',
      ],
    ],
    [
      'a Portuguese invoice',
      'invoice',
      [
        'Oficina Serra Lda',
        'NIF 500000000',
        'Fatura n.º 2026/118',
        'Exmo. Sr.',
        'Data de vencimento|12-12-2026',
        'Descrição|Qtd|Preço unit.|Valor',
        'Mão de obra|2|30,00|60,00',
        'Total líquido||| 60,00',
        'IVA 23%||| 13,80',
        'Total a pagar||| 73,80',
      ],
    ],
    [
      'bank details',
      'rib',
      [
        'Banque du Lac',
        "Relevé d'identité bancaire",
        'Titulaire du compte',
        'Code banque|Code guichet|N° de compte|Clé RIB',
        '00000|00000|00000000000|00',
        'IBAN',
        'BIC',
        'Domiciliation',
      ],
    ],
    [
      'a German pay slip',
      'german_payslip',
      [
        'Werk Nord GmbH',
        'Personalnummer 118',
        'Steuerklasse 1',
        'Grundgehalt|| 3.200,00',
        'Lohnsteuer|| 412,00',
        'Rentenversicherung|| 297,60',
        'Krankenversicherung|| 262,40',
        'Auszahlungsbetrag|| 2.228,00',
      ],
    ],
  ])('knows %s', (_, expected, rows) => {
    expect(classify(rows).document_type).toBe(expected);
  });

  it.each([
    [
      'a letter',
      [
        'Dear Ann,',
        'thank you for your letter of last week, we were so happy to hear from you.',
        'The children are well and the garden is full of apples.',
        'When will you come and see us?',
        'With love from all of us,',
        'Tom',
      ],
    ],
    [
      'a recipe',
      [
        'Apple cake',
        '200 g flour',
        '150 g sugar',
        '3 eggs',
        'Preheat the oven.',
        'Mix butter and sugar, add the eggs one by one.',
        'Bake for 40 minutes until golden.',
      ],
    ],
    [
      'a menu',
      [
        'Starters',
        'Soup of the day|| 5.50',
        'Mains',
        'Grilled salmon with potatoes|| 16.00',
        'Risotto with mushrooms|| 14.00',
        'Desserts',
        'Lemon tart|| 6.00',
      ],
    ],
    [
      'a program',
      [
        'export function sum(values) {',
        'let total = 0;',
        'for (const value of values) total += value;',
        'return total;',
        '}',
      ],
    ],
  ])('says unknown of %s', (_, rows) => {
    expect(classify(rows).document_type).toBe('unknown');
  });
});
