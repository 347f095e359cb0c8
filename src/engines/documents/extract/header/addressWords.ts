/**
 * Words of postal addresses in the languages of common documents: kinds of streets, buildings and districts; for Malay also
 * the states (ISO 3166-2:MY, with their titles of honour) and the largest cities. No names of streets, shops or small places.
 */
const WORDS: { [language: string]: string } = {
  malay: `
    jalan jln lorong lrg taman tmn persiaran lebuh lebuhraya bandar kampung kampong kawasan perindustrian pusat
    seksyen sungai batu bukit mukim desa wisma menara kompleks blok pangsapuri simpang kilometer
    malaysia selangor johor bahru kuala lumpur penang pulau pinang perak melaka pahang kelantan terengganu kedah perlis sabah
    sarawak negeri sembilan wilayah persekutuan darul ehsan takzim ridzuan petaling jaya klang ipoh putrajaya singapore
  `,
  english: `
    street road avenue lane drive boulevard highway square block floor ground level unit suite plaza mall building tower
    section industrial estate park business
  `,
  french: 'rue chemin place quai route cedex impasse allée boulevard résidence bâtiment étage',
  german: 'straße strasse weg platz allee gasse ring ufer',
  spanish: 'calle avda avenida paseo plaza carretera polígono piso',
  italian: 'via viale piazza corso largo vicolo',
  portuguese: 'rua travessa praça estrada largo avenida',
  dutch: 'straat laan plein gracht kade',
  polish: 'ulica aleja osiedle',
};

/** Abbreviations, which are only matched as they stand. */
const ABBREVIATIONS =
  'jl jin j1n lot no sek sg kg kpg bkt blk lvl flr flor str st rd ave ln dr blvd hwy ste apt tman bt jb kl pj off ul al os'.split(
    ' ',
  );

/** The words, in the spelling to print them in where a reader misread them. */
export const ADDRESS_WORDS: readonly string[] = Object.values(WORDS).flatMap((words) => words.trim().split(/\s+/));

const word = (alternatives: readonly string[]): string => String.raw`(?<!\p{L})(?:${alternatives.join('|')})(?!\p{L})`;

/** Postal codes: five digits; United Kingdom; Netherlands; Poland. */
const POSTAL_CODE = [
  String.raw`(?<![\d-])\d{5}(?![\d-])`,
  String.raw`(?<!\w)[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}(?!\w)`,
  String.raw`(?<!\w)\d{4}\s[A-Z]{2}(?!\w)`,
  String.raw`(?<!\d)\d{2}-\d{3}(?!\d)`,
];
/** `No. 8`, `Hauptstr. 3`, `P.O. Box`. */
const OTHER_FORMS = [
  String.raw`(?<!\p{L})no[.:,]?\s?\d`,
  String.raw`\p{L}(?:stra(?:ß|ss)e|str\.|straat|laan|weg|platz|gasse)\s?\d`,
  String.raw`(?<!\p{L})p\.?\s?o\.?\s?box(?!\p{L})`,
];

/** A sign that a line is part of a postal address. */
export const ADDRESS_SIGN = new RegExp(
  [word(ADDRESS_WORDS), word(ABBREVIATIONS), ...POSTAL_CODE, ...OTHER_FORMS].join('|'),
  'iu',
);
