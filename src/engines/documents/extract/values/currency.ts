import currencyCodes from 'currency-codes';

/**
 * Signs and abbreviations that name one currency. A bare `$` is taken for the US dollar and `kr` is left out, as four
 * states use it.
 */
const CURRENCY_SIGNS: [RegExp, string][] = [
  [/^RM$|^ringgit/i, 'MYR'],
  [/^S\$$/i, 'SGD'],
  [/^A\$$|^AU\$$/i, 'AUD'],
  [/^C\$$|^CA\$$/i, 'CAD'],
  [/^HK\$$/i, 'HKD'],
  [/^NZ\$$/i, 'NZD'],
  [/^R\$$/i, 'BRL'],
  [/^US\$$|^\$$|^us dollars?$|^dollars?$/i, 'USD'],
  [/^€$|^euros?$/i, 'EUR'],
  [/^£$|^pounds? sterling$|^pounds?$/i, 'GBP'],
  [/^¥$|^yen$/i, 'JPY'],
  [/^₹$|^rs\.?$|^rupees?$/i, 'INR'],
  [/^rp\.?$|^rupiah$/i, 'IDR'],
  [/^₩$/, 'KRW'],
  [/^₺$|^tl$/i, 'TRY'],
  [/^₽$/, 'RUB'],
  [/^zł$|^zl$/i, 'PLN'],
  [/^kč$/i, 'CZK'],
  [/^ft$/i, 'HUF'],
  [/^lei$/i, 'RON'],
  [/^fr\.$|^sfr\.?$|^chf$/i, 'CHF'],
];

const SIGN_IN_TEXT =
  /(?:US|S|A|AU|C|CA|HK|NZ|R)\$|[$€£¥₹₩₺₽]|(?<![\p{L}\d])RM(?=\s?\d|\)|$|\s)|(?<!\p{L})(?:zł|Kč|Rs\.?|SFr\.?)(?!\p{L})/gu;
const CODE_IN_TEXT = /(?<![A-Z\d])[A-Z]{3}(?![A-Z])/g;

/** Codes that are also everyday words in capitals on documents; these count only beside an amount. */
const WORDS_THAT_ARE_CODES = new Set([
  'ALL',
  'TOP',
  'TRY',
  'MOP',
  'LAK',
  'GEL',
  'CUP',
  'PEN',
  'SOS',
  'COP',
  'ANG',
  'BAM',
  'MAD',
  'AMD',
  'RON',
  'MUR',
]);

/** The ISO 4217 code of a currency given by code, sign or everyday name, or `null`. */
export function currencyCode(text: string): string | null {
  const trimmed = text.trim();
  if (/^[A-Z]{3}$/i.test(trimmed) && currencyCodes.code(trimmed)) return trimmed.toUpperCase();
  return CURRENCY_SIGNS.find(([sign]) => sign.test(trimmed))?.[1] ?? null;
}

/** A currency that a text mentions. */
export interface CurrencyMention {
  code: string;
  raw: string;
  start: number;
}

/** The currencies that a text mentions by sign or code, in order. */
export function findCurrencies(text: string): CurrencyMention[] {
  const mentions: CurrencyMention[] = [];
  for (const match of text.matchAll(SIGN_IN_TEXT)) {
    const code = currencyCode(match[0]);
    if (code) mentions.push({ code, raw: match[0], start: match.index });
  }
  for (const match of text.matchAll(CODE_IN_TEXT)) {
    if (!currencyCodes.code(match[0])) continue;
    if (WORDS_THAT_ARE_CODES.has(match[0]) && !/^\s?-?\d/.test(text.slice(match.index + 3))) continue;
    mentions.push({ code: match[0], raw: match[0], start: match.index });
  }
  return mentions.sort((a, b) => a.start - b.start);
}
