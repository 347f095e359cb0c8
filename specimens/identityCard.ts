import type { SKRSContext2D } from '@napi-rs/canvas';
import { CARD, drawTwoSides } from './card.js';
import { writeText } from './fonts.js';
import { writeTd1 } from './mrz.js';
import { drawPortrait, drawRosette } from './ornament.js';
import { dottedDate } from './printedDates.js';
import { ANNA, signatureOf, type InventedPerson, type Specimen } from './specimen.js';

/** What can be chosen about an identity card. Dates ISO 8601. */
export interface IdentityCardOptions {
  person?: InventedPerson;
  document_number?: string;
  issue_date?: string;
  expiry_date?: string;
}

/** Both sides of an identity card of Utopia, ID-1, with a TD1 machine readable zone on the back. */
export async function renderIdentityCard(options: IdentityCardOptions = {}): Promise<Specimen> {
  const person = options.person ?? ANNA;
  const number = options.document_number ?? 'KR7093416';
  const issued = options.issue_date ?? '2024-02-19';
  const expires = options.expiry_date ?? '2034-02-18';
  const lines = writeTd1({
    ...person,
    document_code: 'I',
    issuing_country: 'UTO',
    document_number: number,
    expiry_date: expires,
  });
  const canvas = drawTwoSides(
    (context) => drawFront(context, person, { number, expires }),
    (context) => drawBack(context, person, issued, lines),
    ['rgba(70,120,170,0.22)', 'rgba(190,120,110,0.18)'],
  );
  return {
    document_type: 'identity_card',
    filename: 'identity-card.jpg',
    mime_type: 'image/jpeg',
    bytes: await canvas.encode('jpeg', 90),
    truth: {
      issuing_country: 'UTO',
      document_number: number,
      surname: person.surname,
      given_names: person.given_names,
      full_name: `${person.given_names} ${person.surname}`,
      nationality: person.nationality,
      birth_date: person.birth_date,
      birth_place: person.birth_place,
      sex: person.sex,
      height: '172 cm',
      address: person.address,
      issue_date: issued,
      expiry_date: expires,
      issuing_authority: 'CITY OF PORT ZENITH',
      mrz: lines.join('\n'),
    },
  };
}

function put(context: SKRSContext2D, label: string, value: string, x: number, y: number): void {
  writeText(context, label, x, y, { face: 'condensed', size: 17, color: '#3c5878' });
  writeText(context, value, x, y + 31, { face: 'sans-bold', size: 26 });
}

function drawFront(
  context: SKRSContext2D,
  person: InventedPerson,
  document: { number: string; expires: string },
): void {
  context.fillStyle = 'rgba(40,80,125,0.92)';
  context.fillRect(0, 0, CARD.width, 92);
  writeText(context, 'UTOPIA', 40, 62, { face: 'sans-bold', size: 42, color: '#ffffff', track: 4 });
  writeText(context, 'IDENTITY CARD', 972, 46, { face: 'sans-bold', size: 27, color: '#ffffff', align: 'right' });
  writeText(context, 'CARTE D’IDENTITÉ · PERSONALAUSWEIS', 972, 76, {
    face: 'condensed',
    size: 17,
    color: '#dfe8f2',
    align: 'right',
  });
  drawRosette(context, 690, 370, 190, 'rgba(60,90,130,0.16)');
  drawPortrait(context, { x: 40, y: 122, width: 282, height: 362 });
  put(context, 'Surname / Nom / Name', person.surname, 356, 142);
  put(context, 'Given names / Prénoms / Vornamen', person.given_names, 356, 216);
  put(context, 'Date of birth / Date de naissance', dottedDate(person.birth_date), 356, 290);
  put(context, 'Sex / Sexe', person.sex, 760, 290);
  put(context, 'Nationality / Nationalité', 'UTOPIAN', 356, 364);
  put(context, 'Place of birth / Lieu de naissance', person.birth_place, 620, 364);
  put(context, 'Date of expiry / Date d’expiration', dottedDate(document.expires), 356, 438);
  put(context, 'Document No. / N° du document', document.number, 356, 512);
  writeText(context, signatureOf(person), 700, 560, { face: 'serif', size: 30, color: '#22306e' });
}

function drawBack(context: SKRSContext2D, person: InventedPerson, issued: string, lines: readonly string[]): void {
  put(context, 'Address / Adresse / Anschrift', person.address, 40, 56);
  put(context, 'Height / Taille / Größe', '172 cm', 40, 138);
  put(context, 'Date of issue / Date de délivrance', dottedDate(issued), 330, 138);
  put(context, 'Authority / Autorité / Behörde', 'CITY OF PORT ZENITH', 40, 220);
  drawPortrait(context, { x: 820, y: 130, width: 120, height: 154 }, { tone: 'grey' });
  context.fillStyle = 'rgba(250,249,245,0.94)';
  context.fillRect(0, 384, CARD.width, CARD.height - 384);
  lines.forEach((line, row) => {
    writeText(context, line, 52, 450 + row * 72, { face: 'mono', size: 46, color: '#101010', track: 2.7 });
  });
}
