import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { areaOfText, type Face, type PrintedLine, writeText } from '../fonts.js';
import { writeTd3 } from '../mrz.js';
import { drawGuilloche, drawPortrait, type Area } from '../ornament.js';
import { dottedDate, monthNameDate, slashedDate } from '../printedDates.js';
import type { InventedPerson } from '../specimen.js';

/** What stands on the data page of a passport. Dates ISO 8601. */
export interface DataPage {
  person: InventedPerson;
  document_number: string;
  issue_date: string;
  expiry_date: string;
}

/** What is printed for people on a data page. */
export const PRINTED = [
  'document_number',
  'surname',
  'given_names',
  'birth_date',
  'birth_place',
  'issue_date',
  'expiry_date',
] as const;
export type PrintedField = (typeof PRINTED)[number];

/** Where the value of a field stands: left end of its base line, in pixels. */
type Place = readonly [x: number, y: number];

/** How a state prints its passports. */
export interface PassportDesign {
  name: string;
  state: string;
  titles: readonly [string, string];
  labels: { readonly [field in PrintedField | 'nationality' | 'sex']: string };
  places: { readonly [field in PrintedField | 'nationality' | 'sex']: Place };
  date: (iso: string) => string;
  label: { face: Face; size: number; color: string };
  value: { face: Face; size: number };
  portrait: Area;
  paper: string;
  hues: readonly string[];
}

/** 125 × 88 mm at 300 dpi (ICAO Doc 9303-4, 2.1). */
const PAGE = { width: 1476, height: 1039 };
const ZONE_TOP = 812;
const ENGLISH = {
  ...{ document_number: 'Passport No.', surname: 'Surname', given_names: 'Given names', nationality: 'Nationality' },
  ...{ birth_date: 'Date of birth', sex: 'Sex', birth_place: 'Place of birth' },
  ...{ issue_date: 'Date of issue', expiry_date: 'Date of expiry' },
};
const GERMAN = {
  ...{ document_number: 'Pass-Nr. / Passport No.', surname: 'Name / Surname', given_names: 'Vornamen / Given names' },
  ...{ nationality: 'Staatsangehörigkeit / Nationality', birth_date: 'Geburtsdatum / Date of birth' },
  ...{ sex: 'Geschlecht / Sex', birth_place: 'Geburtsort / Place of birth' },
  ...{ issue_date: 'Ausstellungsdatum / Date of issue', expiry_date: 'Gültig bis / Date of expiry' },
};
const SPANISH = {
  ...{
    document_number: 'Pasaporte N.º / Passport No.',
    surname: 'Apellidos / Surname',
    given_names: 'Nombre / Given names',
  },
  ...{
    nationality: 'Nacionalidad / Nationality',
    birth_date: 'Fecha de nacimiento / Date of birth',
    sex: 'Sexo / Sex',
  },
  ...{ birth_place: 'Lugar de nacimiento / Place of birth', issue_date: 'Fecha de expedición / Date of issue' },
  expiry_date: 'Fecha de caducidad / Date of expiry',
};

/** Designs of three invented states; none is that of the passport that the service is shown with. */
export const PASSPORT_DESIGNS: readonly PassportDesign[] = [
  {
    ...{
      name: 'plain',
      state: 'UTO',
      titles: ['UNITED ISLES OF UTOPIA', 'PASSPORT'],
      labels: ENGLISH,
      date: monthNameDate,
    },
    places: {
      ...{ document_number: [980, 178], surname: [470, 258], given_names: [470, 338], nationality: [470, 418] },
      ...{
        birth_date: [470, 498],
        sex: [980, 498],
        birth_place: [470, 578],
        issue_date: [470, 658],
        expiry_date: [980, 658],
      },
    },
    ...{ label: { face: 'sans', size: 17, color: '#56606e' }, value: { face: 'sans', size: 31 } },
    ...{
      portrait: { x: 60, y: 190, width: 350, height: 450 },
      paper: '#eef3f0',
      hues: ['rgba(80,140,110,0.20)', 'rgba(120,120,170,0.16)'],
    },
  },
  {
    ...{
      name: 'bilingual',
      state: 'UTO',
      titles: ['BUNDESSTAAT UTOPIEN', 'REISEPASS / PASSPORT'],
      labels: GERMAN,
      date: dottedDate,
    },
    places: {
      ...{ document_number: [930, 170], surname: [430, 250], given_names: [430, 330], nationality: [430, 410] },
      ...{
        birth_date: [430, 490],
        sex: [930, 490],
        birth_place: [430, 570],
        issue_date: [930, 410],
        expiry_date: [930, 570],
      },
    },
    ...{ label: { face: 'condensed', size: 19, color: '#7a3b3b' }, value: { face: 'sans-bold', size: 28 } },
    ...{
      portrait: { x: 52, y: 170, width: 330, height: 424 },
      paper: '#f5efe9',
      hues: ['rgba(170,90,90,0.18)', 'rgba(190,150,90,0.18)', 'rgba(90,120,150,0.14)'],
    },
  },
  {
    ...{
      name: 'right',
      state: 'UTO',
      titles: ['REPÚBLICA DE UTOPÍA', 'PASAPORTE / PASSPORT'],
      labels: SPANISH,
      date: slashedDate,
    },
    places: {
      ...{ document_number: [640, 178], surname: [70, 258], given_names: [70, 338], nationality: [70, 418] },
      ...{
        birth_date: [640, 418],
        sex: [640, 338],
        birth_place: [70, 498],
        issue_date: [70, 578],
        expiry_date: [640, 578],
      },
    },
    ...{ label: { face: 'serif', size: 19, color: '#33507a' }, value: { face: 'serif-bold', size: 29 } },
    ...{
      portrait: { x: 1080, y: 180, width: 340, height: 436 },
      paper: '#eef1f6',
      hues: ['rgba(70,100,170,0.18)', 'rgba(150,110,160,0.16)'],
    },
  },
];

/** The text that a design prints for a field. */
export function printedText(design: PassportDesign, page: DataPage, field: PrintedField): string {
  const { person } = page;
  if (field === 'birth_date') return design.date(person.birth_date);
  if (field === 'issue_date' || field === 'expiry_date') return design.date(page[field]);
  return field === 'document_number' ? page.document_number : person[field];
}

/** The zone of a data page, two lines of 44 characters whose check digits hold. */
export const zoneOf = ({ person, document_number, expiry_date }: DataPage, { state }: PassportDesign): string[] =>
  writeTd3({ ...person, document_code: 'P', issuing_country: state, document_number, expiry_date });

/** Draws a data page; `zone` stands in place of the one that belongs to it. */
export function drawDataPage(design: PassportDesign, page: DataPage, zone = zoneOf(page, design)): Canvas {
  const canvas = createCanvas(PAGE.width, PAGE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = design.paper;
  context.fillRect(0, 0, PAGE.width, PAGE.height);
  drawGuilloche(context, { x: 0, y: 0, width: PAGE.width, height: ZONE_TOP }, design.hues);
  const { color } = design.label;
  writeText(context, design.titles[0], 60, 84, { face: 'serif-bold', size: 40, color, track: 2 });
  writeText(context, design.titles[1], 1416, 84, { face: 'sans-bold', size: 30, color, align: 'right' });
  drawPortrait(context, design.portrait, { hair: page.person.sex === 'F' ? 'long' : 'short' });
  for (const field of PRINTED) {
    writeLabel(context, design, field);
    writeValue(context, design, field, printedText(design, page, field));
  }
  writeLabel(context, design, 'nationality');
  writeText(context, 'UTOPIAN', ...design.places.nationality, design.value);
  writeLabel(context, design, 'sex');
  writeText(context, page.person.sex, ...design.places.sex, design.value);
  drawZone(context, zone);
  return canvas;
}

/** Where the print of a data page stands, but for its titles. */
export function linesOfDataPage(design: PassportDesign, page: DataPage): PrintedLine[] {
  const { labels, places } = design;
  const labelled = (Object.keys(labels) as (keyof typeof labels)[]).map((field): PrintedLine => {
    const [x, y] = places[field];
    return { text: labels[field], at: areaOfText(labels[field], x, y - LABEL_ABOVE, design.label), isValue: false };
  });
  const printed = PRINTED.map((field): PrintedLine => {
    const text = printedText(design, page, field);
    return { text, at: areaOfText(text, ...places[field], design.value), isValue: true };
  });
  const zone = zoneOf(page, design).map((text, row): PrintedLine => ({ text, at: areaOfText(text, 66, 888 + row * 76, ZONE_STYLE), isValue: false })); // prettier-ignore
  return [...labelled, ...printed, ...zone];
}

const ZONE_STYLE = { face: 'mono', size: 46, color: '#101010', track: 2.9 } as const;
const LABEL_ABOVE = 36;

function writeLabel(
  context: SKRSContext2D,
  { labels, places, label }: PassportDesign,
  field: keyof typeof labels,
): void {
  const [x, y] = places[field];
  writeText(context, labels[field], x, y - LABEL_ABOVE, label);
}

/** Writes the value of a field where the design has it, in its face unless another is given. */
export function writeValue(
  context: SKRSContext2D,
  { places, value }: PassportDesign,
  field: PrintedField,
  text: string,
  style: PassportDesign['value'] = value,
): void {
  writeText(context, text, ...places[field], style);
}

/** Draws a zone on ground of its own. OCR-B has ten characters an inch, 30 px each at 300 dpi: the substitute face is tracked to that. */
export function drawZone(context: SKRSContext2D, lines: readonly string[], ground = '#f8f7f3'): void {
  context.fillStyle = ground;
  context.fillRect(0, ZONE_TOP, PAGE.width, PAGE.height - ZONE_TOP);
  lines.forEach((line, row) => {
    writeText(context, line, 66, 888 + row * 76, ZONE_STYLE);
  });
}
