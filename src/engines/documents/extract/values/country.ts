import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';
import nationalities from 'i18n-nationality';
import { distance } from 'fastest-levenshtein';
import { foldText } from '../../text/fold.js';

/** Languages in which names of countries are understood. */
const COUNTRY_LANGUAGES =
  'en fr de es it pt nl pl ro sv da nb fi cs sk hu hr sl et lv lt el bg ru uk tr id ms ca ar he hi zh ja ko'.split(' ');
/** Languages in which nationalities (`Deutsch`, `Canadian`) are understood: those the package has. */
const NATIONALITY_LANGUAGES = 'en fr de es it nl no fi'.split(' ');

/**
 * Codes of travel documents that are not in ISO 3166-1 but stand where a country code stands (ICAO Doc 9303-3, section 5):
 * kinds of British nationality, organisations, persons without a state, Kosovo, the fictional Utopia of specimens.
 */
const ICAO_CODES = new Set(
  'GBD GBN GBO GBP GBS RKS EUE UNO UNA UNK XBA XIM XCC XCE XCO XEC XES XMP XOM XPO XDC XXA XXB XXC XXX UTO'.split(' '),
);

/** Short forms and forms printed on documents that the lists of names lack. */
const OTHER_NAMES: { [folded: string]: string } = {
  usa: 'USA',
  us: 'USA',
  'united states of america': 'USA',
  uk: 'GBR',
  'great britain': 'GBR',
  'united kingdom of great britain and northern ireland': 'GBR',
  british: 'GBR',
  'british citizen': 'GBR',
  'republique francaise': 'FRA',
  'bundesrepublik deutschland': 'DEU',
  'repubblica italiana': 'ITA',
  'reino de espana': 'ESP',
  'republica portuguesa': 'PRT',
  'rzeczpospolita polska': 'POL',
  polskie: 'POL',
  'koninkrijk der nederlanden': 'NLD',
  nederlandse: 'NLD',
  'schweizerische eidgenossenschaft': 'CHE',
  'republik osterreich': 'AUT',
  roumanie: 'ROU',
  romana: 'ROU',
  eesti: 'EST',
  lietuvos: 'LTU',
  latvijas: 'LVA',
  suomi: 'FIN',
  sverige: 'SWE',
  bharat: 'IND',
  'republic of india': 'IND',
  indian: 'IND',
  turkiye: 'TUR',
  america: 'USA',
  warganegara: 'MYS',
};

/** From this length on one letter of a name may be misread; shorter names differ by one letter from other words. */
const LENGTH_THAT_FORGIVES = 8;

const load = createRequire(import.meta.url);
let codesByName: Map<string, string> | undefined;

/**
 * The ISO 3166-1 alpha-3 code of a country or nationality given by code or by name in one of many languages, or a code
 * that ICAO Doc 9303 adds; `null` when it is none. `D` (Germany in machine-readable zones) is `DEU`.
 */
export function countryCode(text: string): string | null {
  const trimmed = text.trim().replace(/(?<!<)<+$/, '');
  if (trimmed === 'D') return 'DEU';
  if (/^[A-Z]{3}$/.test(trimmed)) {
    if (countries.alpha3ToAlpha2(trimmed)) return trimmed;
    if (ICAO_CODES.has(trimmed)) return trimmed;
  }
  if (/^[A-Z]{2}$/.test(trimmed)) return countries.alpha2ToAlpha3(trimmed) ?? OTHER_NAMES[foldText(trimmed)] ?? null;
  const folded = foldText(trimmed);
  return nameToCode(folded) ?? firstNameOf(trimmed);
}

/** The country that is named in running text (`IRLANDA/IRELAND`, `Republic of India`), longest name first, or `null`. */
export function countryMentioned(text: string): string | null {
  const words = foldText(text).split(' ');
  for (let size = Math.min(6, words.length); size >= 1; size--) {
    for (let at = 0; at + size <= words.length; at++) {
      const name = words.slice(at, at + size).join(' ');
      const code = name.length >= 4 ? names().get(name) : undefined;
      if (code) return code;
    }
  }
  return null;
}

function names(): Map<string, string> {
  if (codesByName) return codesByName;
  codesByName = new Map();
  const add = (name: string, code: string): void => {
    const folded = foldText(name);
    if (folded.length > 2 && !codesByName!.has(folded)) codesByName!.set(folded, code);
  };
  for (const [name, code] of Object.entries(OTHER_NAMES)) add(name, code);
  for (const language of COUNTRY_LANGUAGES) {
    countries.registerLocale(load(`i18n-iso-countries/langs/${language}.json`) as countries.LocaleData);
    for (const [alpha2, spellings] of Object.entries(countries.getNames(language, { select: 'all' }))) {
      for (const name of spellings) add(name, countries.alpha2ToAlpha3(alpha2)!);
    }
  }
  for (const language of NATIONALITY_LANGUAGES) {
    nationalities.registerLocale(
      load(`i18n-nationality/langs/${language}.json`) as Parameters<typeof nationalities.registerLocale>[0],
    );
    for (const [alpha2, name] of Object.entries(nationalities.getNames(language))) {
      const code = countries.alpha2ToAlpha3(alpha2);
      if (code) for (const form of withGenders(name)) add(form, code);
    }
  }
  return codesByName;
}

/** The lists give the masculine (`Canadien`, `Italiano`); documents agree with the holder or the word nationality. */
function withGenders(name: string): string[] {
  const plain = name.replace(/\s*\(.*\)$/, '');
  if (/ien$/.test(plain)) return [plain, `${plain}ne`];
  if (/ais$|ois$|ain$|and$/.test(plain)) return [plain, `${plain}e`];
  if (/o$/.test(plain)) return [plain, plain.replace(/o$/, 'a')];
  return [plain];
}

function nameToCode(folded: string): string | null {
  const exact = names().get(folded);
  if (exact) return exact;
  if (folded.length < LENGTH_THAT_FORGIVES) return null;
  for (const [name, code] of names()) {
    if (Math.abs(name.length - folded.length) <= 1 && name[0] === folded[0] && distance(name, folded) === 1)
      return code;
  }
  return null;
}

/** Of a name given in several languages (`CANADIAN/CANADIENNE`), the first that is known. */
function firstNameOf(text: string): string | null {
  const parts = text.split(/[/|,]/).map(foldText);
  if (parts.length < 2) return null;
  for (const part of parts) {
    const code = part.length > 2 ? nameToCode(part) : null;
    if (code) return code;
  }
  return null;
}
