import type { PrintedValue, WordedPage } from './page.js';

/** What a perfect reader answers: field to normalised value. */
export type Truth = { [field: string]: string | number | boolean };

/**
 * What the values of a page mean, as the schema of its type asks for them: dates ISO 8601, amounts as numbers, text as
 * printed with its lines joined by spaces.
 * @throws Error for a field that the type does not have, and a print whose meaning has to be said
 */
export function truthOf({ values, language }: WordedPage, schema: { [field: string]: string }): Truth {
  const truth: Truth = {};
  for (const value of values) {
    for (const field of value.fields) {
      const form = schema[field];
      if (form === undefined) throw new Error(`The type has no field ${field}, which "${value.print}" is marked as`);
      truth[field] = meaningOf(value, form, language);
    }
  }
  return truth;
}

function meaningOf({ print, meaning }: PrintedValue, form: string, language: string): string | number | boolean {
  const text = meaning ?? print.replace(/\s*\n\s*/g, ' ');
  if (form.startsWith('date')) return isoDate(text, language === 'en-US');
  if (/^(?:amount|number|integer)/.test(form)) return plainNumber(text);
  if (form.startsWith('boolean')) return text === 'true';
  return text;
}

/** A date of digits alone; other dates say what they mean. */
function isoDate(text: string, monthFirst: boolean): string {
  const [first = '', second = '', third = ''] = text.match(/\d+/g) ?? [];
  if (/^\d{4}\D\d\d?\D\d\d?$/.test(text)) return [first, second.padStart(2, '0'), third.padStart(2, '0')].join('-');
  if (!/^\d\d?\D{1,2}\d\d?\D{1,2}(?:\d\d|\d{4})\.?$/.test(text)) throw new Error(`Say what the date "${text}" means`);
  const year = third.length === 4 ? third : `20${third}`;
  const [month, day] = monthFirst ? [first, second] : [second, first];
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** The number in a print such as `1.234,50 EUR`: the last separator with one or two digits behind it parts decimals. */
function plainNumber(text: string): number {
  const [, sign = '', digits = ''] = /(-?)\s?[^\d-]*(\d[\d.,'\s\u00a0]*)/.exec(text) ?? [];
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d\d?))?$/.exec(digits.trim()) ?? [];
  const value = Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`);
  if (digits === '') throw new Error(`"${text}" holds no number`);
  return sign ? -value : value;
}
