import countries from 'i18n-iso-countries';

/**
 * Codes that ICAO Doc 9303-3, section 5 adds to ISO 3166-1 for organisations, British nationals, refugees, stateless persons and
 * specimens (`UTO`), and the user-assigned code of Kosovo.
 */
const ADDED = new Set(
  (
    'D EUE GBD GBN GBO GBP GBS RKS UNO UNA UNK XBA XIM XCC XCE XCO XEC XPO XES XMP XOM XDC XXA XXB XXC XXX UTO ' +
    'IAO NTZ'
  ).split(' '),
);

/** Whether a code of a zone, without fillers, stands for a country or for what ICAO counts as one. */
export function isIcaoCountry(code: string): boolean {
  return ADDED.has(code) || countries.alpha3ToAlpha2(code) !== undefined;
}
