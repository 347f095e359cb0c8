import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { writeText } from './fonts.js';
import { writeFrenchCard, writeFrenchLicence, writeTd1, writeTd2, writeTd3, writeVisa, type MrzData } from './mrz.js';
import { drawGuilloche } from './ornament.js';
import { photographed, type PhotoFlaws } from './photographed.js';
import { createRandom } from './random.js';

/** The kinds of zones that are rendered, by the names that the reader gives them. */
export const ZONE_FORMATS = ['TD3', 'TD1', 'TD2', 'MRV-A', 'MRV-B', 'FRA_ID', 'FRA_DL'] as const;

/** What keeps part of a zone from being read: something dark or a lamp over it, or the edge of the picture. */
export const COVERS = ['thumb', 'lamp', 'left', 'right', 'below'] as const;
export type Cover = (typeof COVERS)[number];

/** A photographed document with a zone, and what the zone says. */
export interface ZoneSpecimen {
  name: string;
  format: (typeof ZONE_FORMATS)[number];
  bytes: Buffer;
  lines: string[];
  /** What the zone states as far as it has room: field to normalised value. */
  truth: { [field: string]: string };
}

type Random = () => number;

const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)]!;
const between = (least: number, most: number, random: Random): number => least + (most - least) * random();

// Invented people: short and long names, ones that a zone has no room for, compounds, and letters that look like fillers.
const SURNAMES =
  'Ng|Lindqvist|Adeyemi-Okonkwo|O’Connor|Van der Westhuizen|Kowalczyk|Papadopoulou|Nguyen|Sacks|Ekblom|Silva e Sousa|Keller|' +
  'Raharimanantsoa|Christophersen-Blackwood|Lukaszewicz|Xie|Eriksson|Kessels|Ozturk|Featherstonehaugh Marjoribanks';
const GIVEN =
  'Anna Marie|Bo|Folasade Grace|Jean-Luc|Xerxes|Kees|Maria del Carmen Isabel|Tuan Anh|Elke|Siobhan|Kristoffer Emil Lukas|||' +
  'Lucie Eve|Cecile|Wolfgang Maximilian Alexander|Li|Ines|Zsofia|Erik';
const COUNTRIES = 'UTO|D|FRA|NLD|LUX|KOR|GBR|USA|IND|NGA|CHE|ESP|XXA|TUR|ZAF|POL'.split('|');

function date(first: number, last: number, random: Random): string {
  const part = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${Math.floor(between(first, last + 1, random))}-${part(between(1, 13, random))}-${part(between(1, 29, random))}`;
}

function characters(pattern: string, random: Random): string {
  const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
  return [...pattern].map((kind) => (kind === 'A' ? pick([...letters], random) : String(Math.floor(random() * 10)))).join(''); // prettier-ignore
}

function holderOf(format: ZoneSpecimen['format'], random: Random): MrzData {
  const country = pick(COUNTRIES, random);
  const number = { FRA_ID: '', FRA_DL: '99AA99999' }[format as string] ?? pick(['A99999999', '999999999', 'AA9999999', 'A9A99A999', 'AA999999', 'A9999999'], random); // prettier-ignore
  return {
    document_code: format === 'TD3' ? pick(['P', 'P', 'PO', 'PD'], random) : format.startsWith('MRV') ? 'V' : pick(['I', 'ID', 'AC'], random), // prettier-ignore
    issuing_country: country,
    document_number: format === 'FRA_ID' ? frenchNumber(random) : characters(number, random),
    surname: pick(SURNAMES.split('|'), random),
    given_names: pick(GIVEN.split('|'), random),
    nationality: random() < 0.8 ? country : pick(COUNTRIES, random),
    birth_date: date(1942, 2007, random),
    sex: pick(['M', 'F', 'F', 'M', 'X'] as const, random),
    expiry_date: date(2024, 2035, random),
    ...(random() < 0.4 ? { optional_data: characters('99999999', random).slice(0, pick([4, 8], random)) } : {}),
  };
}

/** Year and month of issue, department, running number. */
const frenchNumber = (random: Random): string =>
  characters('99', random) + String(Math.floor(between(1, 13, random))).padStart(2, '0') + characters('99999999', random); // prettier-ignore

function linesOf(format: ZoneSpecimen['format'], data: MrzData, random: Random): string[] {
  switch (format) {
    case 'TD3':
      return writeTd3(data);
    case 'TD1':
      return writeTd1(data);
    case 'TD2':
      return writeTd2(data);
    case 'MRV-A':
      return writeVisa(data, 44);
    case 'MRV-B':
      return writeVisa(data, 36);
    case 'FRA_ID':
      return writeFrenchCard(data, characters('999', random));
    case 'FRA_DL':
      return writeFrenchLicence(data);
  }
}

/** Where names stand in a zone: line, first and last column. */
const NAMES = { TD3: [0, 5, 44], TD1: [2, 0, 30], TD2: [0, 5, 36], 'MRV-A': [0, 5, 44], 'MRV-B': [0, 5, 36], FRA_ID: [0, 5, 30], FRA_DL: [0, 21, 29] } as const; // prettier-ignore

function truthOf(format: ZoneSpecimen['format'], data: MrzData, lines: readonly string[]): ZoneSpecimen['truth'] {
  const [line, from, to] = NAMES[format];
  const spaced = (name: string): string => name.replace(/<+/g, ' ').trim();
  const [surname = '', ...given] = lines[line]!.slice(from, to).split('<<');
  const givenNames = spaced(format === 'FRA_ID' ? lines[1]!.slice(13, 27) : given.join('<<'));
  const isFrench = format.startsWith('FRA');
  const german = (code: string): string => (code === 'D' ? 'DEU' : code);
  return {
    document_number: data.document_number,
    surname: spaced(surname),
    issuing_country: isFrench ? 'FRA' : german(data.issuing_country),
    ...(givenNames ? { given_names: givenNames } : {}),
    ...(format === 'FRA_DL' ? {} : { birth_date: data.birth_date }),
    ...(format === 'FRA_ID' ? {} : { expiry_date: data.expiry_date }),
    ...(isFrench ? {} : { nationality: german(data.nationality) }),
  };
}

// ISO/IEC 7810: ID-3 for passports and large visas, ID-2, ID-1; OCR-B has ten characters to the inch (ICAO Doc 9303-3, 4.1).
const SIZES = { 44: [125, 88], 36: [105, 74], 30: [85.6, 54] } as const;
const PITCH = 2.54;
const LINE_DISTANCE = 6.35;
const ZONE_FOOT = 7;

interface DrawnPage {
  canvas: Canvas;
  /** Base lines of the zone from left to right, in pixels. */
  zone: { left: number; right: number; top: number; foot: number };
}

/** @param scale pixels to the millimetre */
function drawPage(lines: readonly string[], data: MrzData, scale: number, random: Random): DrawnPage {
  const columns = lines[0]!.length as keyof typeof SIZES;
  const [width, height] = SIZES[columns].map((side) => Math.round(side * scale)) as [number, number];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = pick(['#f3efe4', '#e9eef2', '#f6f6f2', '#e6ece2'], random);
  context.fillRect(0, 0, width, height);
  const hues = ['rgba(150,110,160,0.22)', 'rgba(90,140,150,0.22)'];
  drawGuilloche(context, { x: 0, y: 0, width, height: random() < 0.5 ? height : height * 0.7 }, hues);
  const put = (text: string, x: number, y: number, size: number): void =>
    writeText(context, text, x * width, y * height, { size: size * scale });
  ['Surname / Nom', 'Given names / Prénoms', 'Date of birth'].forEach((label, i) => {
    put(label, 0.36, 0.14 + i * 0.16, 1.9);
    put([data.surname, data.given_names, data.birth_date.split('-').reverse().join('.')][i]!, 0.36, 0.2 + i * 0.16, 2.8);
  }); // prettier-ignore
  const left = (width - columns * PITCH * scale) / 2;
  const foot = height - ZONE_FOOT * scale;
  const face = random() < 0.8 ? 'mono' : 'mono-bold';
  // DejaVu Sans Mono advances by 0.602 of its size.
  const size = 4.1 * scale;
  lines.forEach((line, row) => {
    const y = foot - (lines.length - 1 - row) * LINE_DISTANCE * scale;
    writeText(context, line, left, y, { face, size, color: '#181818', track: PITCH * scale - size * 0.602 });
  });
  const top = foot - (lines.length - 1) * LINE_DISTANCE * scale - 4 * scale;
  return { canvas, zone: { left, right: width - left, top, foot } };
}

function flawsOf(scale: number, seed: number, random: Random): PhotoFlaws {
  const glare = random() < 0.5;
  return {
    degrees: between(-6, 6, random),
    perspective: random() < 0.5 ? between(0, 0.06, random) : 0,
    blur: between(0, 0.14 * scale, random),
    noise: between(0, 12, random),
    quality: Math.round(between(55, 92, random)),
    seed,
    ...(glare
      ? {
          glare: {
            at: [between(0.1, 0.9, random), between(0.6, 0.95, random)],
            radius: between(0.05, 0.2, random),
            strength: between(60, 150, random),
          },
        }
      : {}),
  };
}

/** Hides part of the zone; returns the part of the page that the picture shows. */
function hidden({ canvas, zone }: DrawnPage, cover: Cover, random: Random): Canvas {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const long = zone.right - zone.left;
  const [x, y] = [zone.left + between(0, 1, random) * long, between(zone.top, zone.foot, random)];
  const shown = (left: number, right: number, foot: number): Canvas => {
    const part = createCanvas(Math.round(right - left), Math.round(foot));
    part.getContext('2d').drawImage(canvas, -left, 0);
    return part;
  };
  switch (cover) {
    case 'thumb':
    case 'lamp': {
      const reach = between(0.04, 0.12, random) * long;
      context.fillStyle = cover === 'thumb' ? '#a9806a' : '#ffffff';
      context.beginPath();
      context.ellipse(x, y, reach, reach * between(0.4, 1.2, random), 0, 0, 2 * Math.PI);
      context.fill();
      return canvas;
    }
    case 'left':
      return shown(zone.left + between(0.01, 0.3, random) * long, width, height);
    case 'right':
      return shown(0, zone.right - between(0.01, 0.6, random) * long, height);
    case 'below':
      return shown(0, width, between(zone.top + (zone.foot - zone.top) * 0.4, zone.foot, random));
  }
}

/**
 * A document with a zone as a telephone saw it: askew up to 6 degrees, at an angle, blurred, noisy, small, with glare; all drawn from the
 * seed, the same in every run. Formats take turns.
 * @param cover what hides part of the zone; all of it can be read when absent
 */
export async function renderZone(seed: number, cover?: Cover): Promise<ZoneSpecimen> {
  const random = createRandom(0x20e5 + seed * 7919).next;
  const format = ZONE_FORMATS[seed % ZONE_FORMATS.length]!;
  const data = holderOf(format, random);
  const lines = linesOf(format, data, random);
  const scale = between(6, 12, random);
  const page = drawPage(lines, data, scale, random);
  const flaws = flawsOf(scale, seed, random);
  const canvas = cover ? hidden(page, cover, random) : page.canvas;
  return {
    name: `${format} ${seed}${cover ? ` ${cover}` : ''}`,
    format,
    bytes: await photographed(canvas, flaws),
    lines,
    truth: truthOf(format, data, lines),
  };
}
