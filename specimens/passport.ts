import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { writeText } from './fonts.js';
import { writeTd3 } from './mrz.js';
import { type Area, drawGuilloche, drawPortrait, drawRosette } from './ornament.js';
import { monthNameDate } from './printedDates.js';
import { ANNA, signatureOf, type InventedPerson, type Specimen } from './specimen.js';

/** What can be chosen about a passport. Dates ISO 8601. */
export interface PassportOptions {
  person?: InventedPerson;
  document_number?: string;
  issue_date?: string;
  expiry_date?: string;
  /** Changes the birth year in the machine readable zone and leaves the check digits as they were. */
  tampered?: boolean;
  /** What is printed of the person instead of what the machine readable zone says, whose check digits hold. */
  printed?: Partial<InventedPerson>;
  /** The printed date of birth is covered with a patch and written anew, in another face. */
  painted?: boolean;
  /** Put in the place of the drawn portrait, and faintly in that of the small second one. Whose photograph it is, is the caller's business. */
  photograph?: { portrait?: Uint8Array; ghost?: Uint8Array };
}

const PORTRAIT: Area = { x: 62, y: 218, width: 372, height: 478 };
const GHOST: Area = { x: 1240, y: 560, width: 120, height: 154 };

/** Of the ink of a portrait, what a ghost image is printed with. */
const GHOST_INK = 0.3;

const WIDTH = 1476;
const HEIGHT = 1039;

/** The data page of a passport of Utopia, 125 × 88 mm at 300 dpi, with a TD3 machine readable zone. */
export async function renderPassport(options: PassportOptions = {}): Promise<Specimen> {
  const person = options.person ?? ANNA;
  const number = options.document_number ?? 'U48213967';
  const issued = options.issue_date ?? '2023-05-09';
  const expires = options.expiry_date ?? '2033-05-08';
  const lines = writeTd3({
    ...person,
    document_code: 'P',
    issuing_country: 'UTO',
    document_number: number,
    expiry_date: expires,
  });
  if (options.tampered) lines[1] = withOtherBirthYear(lines[1]!);
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  drawGround(context);
  await drawPortraits(context, options.photograph);
  const printed = { ...person, ...options.printed };
  drawFields(context, printed, { number, issued, expires });
  if (options.painted) paintOver(context, monthNameDate(printed.birth_date));
  drawZone(context, lines);
  return {
    document_type: 'passport',
    filename: options.tampered || options.printed || options.painted ? 'passport-tampered.jpg' : 'passport.jpg',
    mime_type: 'image/jpeg',
    bytes: await canvas.encode('jpeg', 88),
    truth: {
      document_type: 'P',
      issuing_country: 'UTO',
      document_number: number,
      surname: person.surname,
      given_names: person.given_names,
      full_name: `${person.given_names} ${person.surname}`,
      nationality: person.nationality,
      birth_date: person.birth_date,
      birth_place: person.birth_place,
      sex: person.sex,
      issue_date: issued,
      expiry_date: expires,
      issuing_authority: 'PASSPORT OFFICE PORT ZENITH',
      mrz: lines.join('\n'),
    },
  };
}

async function drawPortraits(context: SKRSContext2D, photograph: PassportOptions['photograph']): Promise<void> {
  if (!photograph) {
    drawPortrait(context, PORTRAIT);
    drawPortrait(context, GHOST, { tone: 'grey' });
    return;
  }
  if (photograph.portrait) await drawPhotograph(context, photograph.portrait, PORTRAIT);
  context.save();
  context.globalAlpha = GHOST_INK;
  context.filter = 'grayscale(1)';
  if (photograph.ghost) await drawPhotograph(context, photograph.ghost, GHOST);
  context.restore();
}

/** The middle of a picture, as large as its place. */
async function drawPhotograph(context: SKRSContext2D, bytes: Uint8Array, { x, y, width, height }: Area): Promise<void> {
  const picture = await loadImage(Buffer.from(bytes));
  const scale = Math.max(width / picture.width, height / picture.height);
  const [w, h] = [width / scale, height / scale];
  context.drawImage(picture, (picture.width - w) / 2, (picture.height - h) / 2, w, h, x, y, width, height);
}

/** The forger's edit: the second digit of the year of birth, its check digit forgotten. */
const withOtherBirthYear = (line: string): string =>
  line.slice(0, 14) + String((Number(line[14]) + 3) % 10) + line.slice(15);

function drawGround(context: SKRSContext2D): void {
  context.fillStyle = '#f3efe4';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const hues = ['rgba(150,110,160,0.20)', 'rgba(90,140,150,0.20)', 'rgba(190,150,90,0.16)'];
  drawGuilloche(context, { x: 0, y: 0, width: WIDTH, height: 800 }, hues);
  drawRosette(context, 930, 420, 260, 'rgba(120,90,140,0.14)');
  context.fillStyle = '#2b2f5e';
  context.fillRect(0, 0, WIDTH, 12);
  writeText(context, 'REPUBLIC OF UTOPIA', 62, 86, { face: 'serif-bold', size: 44, color: '#2b2f5e', track: 3 });
  writeText(context, 'RÉPUBLIQUE D’UTOPIE', 62, 128, { face: 'serif', size: 26, color: '#2b2f5e', track: 3 });
  writeText(context, 'PASSPORT', 1414, 86, { face: 'serif-bold', size: 44, color: '#2b2f5e', align: 'right' });
  writeText(context, 'PASSEPORT', 1414, 128, { face: 'serif', size: 26, color: '#2b2f5e', align: 'right' });
}

function drawFields(
  context: SKRSContext2D,
  person: InventedPerson,
  document: { number: string; issued: string; expires: string },
): void {
  const put = (label: string, value: string, x: number, y: number): void => {
    writeText(context, label, x, y, { face: 'condensed', size: 19, color: '#4a4f7a' });
    writeText(context, value, x, y + 36, { face: 'sans-bold', size: 30 });
  };
  put('Type / Type', 'P', 484, 190);
  put('Country code / Code du pays', 'UTO', 640, 190);
  put('Passport No. / N° du passeport', document.number, 1016, 190);
  put('Surname / Nom', person.surname, 484, 278);
  put('Given names / Prénoms', person.given_names, 484, 366);
  put('Nationality / Nationalité', 'UTOPIAN', 484, 454);
  put('Date of birth / Date de naissance', monthNameDate(person.birth_date), 484, 542);
  put('Sex / Sexe', person.sex, 900, 542);
  put('Place of birth / Lieu de naissance', person.birth_place, 484, 630);
  put('Date of issue / Date de délivrance', monthNameDate(document.issued), 484, 718);
  put('Date of expiry / Date d’expiration', monthNameDate(document.expires), 860, 718);
  put('Authority / Autorité', 'PASSPORT OFFICE PORT ZENITH', 860, 454);
  writeText(context, signatureOf(person), 92, 770, { face: 'serif', size: 34, color: '#22306e' });
}

/** The forger's patch over the date of birth. */
function paintOver(context: SKRSContext2D, text: string): void {
  context.fillStyle = '#f4f1e8';
  context.fillRect(478, 550, 300, 38);
  writeText(context, text, 484, 578, { face: 'serif-bold', size: 30 });
}

function drawZone(context: SKRSContext2D, lines: readonly string[]): void {
  context.fillStyle = '#f8f6f0';
  context.fillRect(0, 812, WIDTH, HEIGHT - 812);
  // OCR-B at 10 characters an inch is 30 px a character at 300 dpi; the substitute face is tracked to that pitch.
  lines.forEach((line, row) => {
    writeText(context, line, 66, 888 + row * 76, { face: 'mono', size: 46, color: '#101010', track: 2.9 });
  });
}
