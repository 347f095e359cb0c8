import type { Image, SKRSContext2D } from '@napi-rs/canvas';
import { CARD, drawTwoSides } from './card.js';
import { writeText } from './fonts.js';
import { drawPortrait, drawRosette } from './ornament.js';
import { drawPdf417 } from './pdf417.js';
import { aamvaDate, usDate } from './printedDates.js';
import type { Specimen } from './specimen.js';

/** What can be chosen about a driving licence. Dates ISO 8601. */
export interface DrivingLicenceOptions {
  surname?: string;
  given_names?: string;
  birth_date?: string;
  issue_date?: string;
  expiry_date?: string;
  document_number?: string;
  /** What the front prints as surname, where it is to differ from the barcode. */
  printed_surname?: string;
}

type Holder = Required<Omit<DrivingLicenceOptions, 'printed_surname'>>;

const STREET = '1482 MERIDIAN AVE';
const CITY = 'FAIRHOLLOW';
const ZIP = '04210';
const REGION = 'FH';

/** Both sides of a driver licence in the style of the United States, with the AAMVA PDF417 on the back. */
export async function renderDrivingLicence(options: DrivingLicenceOptions = {}): Promise<Specimen> {
  const { printed_surname, ...chosen } = options;
  const holder: Holder = {
    surname: 'CALLOWAY',
    given_names: 'JONAS PETER',
    birth_date: '1979-11-02',
    issue_date: '2024-08-21',
    expiry_date: '2032-11-02',
    document_number: 'D4471290863',
    ...chosen,
  };
  const barcode = await drawPdf417(aamvaText(holder));
  const canvas = drawTwoSides(
    (context) => drawFront(context, holder, printed_surname ?? holder.surname),
    (context) => drawBack(context, barcode),
    ['rgba(80,140,110,0.22)', 'rgba(200,160,80,0.18)'],
  );
  return {
    document_type: 'us_driver_license',
    filename: 'driving-licence.jpg',
    mime_type: 'image/jpeg',
    bytes: await canvas.encode('jpeg', 92),
    truth: {
      ...holder,
      full_name: `${holder.given_names} ${holder.surname}`,
      issuing_country: 'USA',
      issuing_region: REGION,
      sex: 'M',
      city: CITY,
      postal_code: ZIP,
      vehicle_categories: 'C',
      restrictions: 'B',
      endorsements: 'M',
      document_discriminator: '20240821FH0093',
    },
  };
}

/** The data of the barcode (AAMVA DL/ID Card Design Standard 2020, annex D): header, one subfile, elements by line. */
function aamvaText(holder: Holder): string {
  const [first, ...middle] = holder.given_names.split(' ');
  const elements = [
    `DAQ${holder.document_number}`,
    `DCS${holder.surname}`,
    'DDEN',
    `DAC${first}`,
    'DDFN',
    `DAD${middle.join(' ') || 'NONE'}`,
    'DDGN',
    'DCAC',
    'DCBB',
    'DCDM',
    `DBD${aamvaDate(holder.issue_date)}`,
    `DBB${aamvaDate(holder.birth_date)}`,
    `DBA${aamvaDate(holder.expiry_date)}`,
    'DBC1',
    'DAU071 IN',
    'DAYBRO',
    'DAZBRO',
    'DAW180',
    `DAG${STREET}`,
    `DAI${CITY}`,
    `DAJ${REGION}`,
    `DAK${ZIP}0000  `,
    'DCF20240821FH0093',
    'DCGUSA',
    'DDAN',
    'DDB09012019',
    'DDK1',
  ];
  const subfile = `DL${elements.join('\n')}\r`;
  const header = '@\n\x1e\rANSI 999999100001';
  const offset = header.length + 'DL00000000'.length;
  const pad = (value: number): string => String(value).padStart(4, '0');
  return `${header}DL${pad(offset)}${pad(subfile.length)}${subfile}`;
}

function drawFront(context: SKRSContext2D, holder: Holder, printedSurname: string): void {
  context.fillStyle = 'rgba(38,92,74,0.94)';
  context.fillRect(0, 0, CARD.width, 86);
  writeText(context, 'FAIRHOLLOW', 36, 58, { face: 'serif-bold', size: 40, color: '#fff', track: 2 });
  writeText(context, 'DRIVER LICENSE', 900, 56, { face: 'sans-bold', size: 32, color: '#fff', align: 'right' });
  writeText(context, 'USA', 980, 56, { face: 'sans-bold', size: 26, color: '#f3d98a', align: 'right' });
  drawRosette(context, 610, 380, 200, 'rgba(60,120,90,0.16)');
  drawPortrait(context, { x: 36, y: 120, width: 276, height: 344 }, { hair: 'short' });
  const small = (text: string, x: number, y: number): void =>
    writeText(context, text, x, y, { face: 'condensed', size: 19, color: '#2f5a4a' });
  const put = (label: string, value: string, x: number, y: number): void => {
    small(label, x, y);
    writeText(context, value, x + 84, y, { face: 'sans-bold', size: 26 });
  };
  put('4d DL', holder.document_number, 344, 134);
  put('3 DOB', usDate(holder.birth_date), 344, 180);
  put('4b EXP', usDate(holder.expiry_date), 664, 180);
  put('1 LN', printedSurname, 344, 230);
  put('2 FN', holder.given_names, 344, 276);
  put('8', STREET, 344, 326);
  writeText(context, `${CITY}, ${REGION} ${ZIP}`, 428, 360, { face: 'sans-bold', size: 26 });
  put('9 CLASS', 'C', 344, 412);
  put('12 REST', 'B', 540, 412);
  put('9a END', 'M', 736, 412);
  put('15 SEX', 'M', 344, 458);
  put('16 HGT', '5’-11”', 540, 458);
  put('17 WGT', '180 lb', 344, 504);
  put('18 EYES', 'BRO', 540, 504);
  put('4a ISS', usDate(holder.issue_date), 736, 504);
  put('5 DD', '20240821FH0093', 344, 552);
  writeText(context, 'ORGAN DONOR', 972, 600, { face: 'sans-bold', size: 20, color: '#a33', align: 'right' });
  writeText(context, 'Jonas P. Calloway', 50, 530, { face: 'serif', size: 30, color: '#22306e' });
}

function drawBack(context: SKRSContext2D, barcode: Image): void {
  context.fillStyle = '#ffffff';
  context.fillRect(30, 60, CARD.width - 60, 330);
  const scale = Math.min((CARD.width - 110) / barcode.width, 290 / barcode.height);
  context.imageSmoothingEnabled = false;
  context.drawImage(barcode, 55, 80, barcode.width * scale, barcode.height * scale);
  const lines = [
    'CLASS: C — single vehicle under 26,001 lb   REST: B — corrective lenses   END: M — motorcycle',
    'Report a change of address to the Department of Motor Vehicles within 10 days.',
    'Rev 09/01/2019',
  ];
  lines.forEach((line, row) => writeText(context, line, 48, 450 + row * 44, { face: 'condensed', size: 20 }));
}
