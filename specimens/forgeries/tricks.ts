import { type Canvas, loadImage } from '@napi-rs/canvas';
import { writeText } from '../fonts.js';
import { drawPortrait } from '../ornament.js';
import type { Random } from '../random.js';
import {
  type DataPage,
  drawDataPage,
  drawZone,
  type PassportDesign,
  type PrintedField,
  printedText,
  zoneOf,
} from './dataPage.js';

/** What a forger has: the page that is changed, that of another person to take from, and chance. */
export interface Forging {
  own: DataPage;
  other: DataPage;
  random: Random;
}

/** Draws a forged data page. */
export type Forge = (design: PassportDesign, forging: Forging) => Canvas | Promise<Canvas>;

/** Fields that zone and print both say, so that a change of one contradicts the other. */
const SAID_TWICE: readonly PrintedField[] = ['document_number', 'surname', 'birth_date', 'expiry_date'];
/** Fields that are in print alone. */
const SAID_ONCE: readonly PrintedField[] = ['birth_place', 'issue_date'];

/** What forgers do to a page, each in one way. */
export const FORGERIES = {
  /** The page is printed anew with another value; the zone stays, and its check digits hold. */
  print_contradicts_zone: (design, { own, other, random }) => {
    const field = random.pick(SAID_TWICE);
    return drawDataPage(design, withFieldOf(own, other, field), zoneOf(own, design));
  },
  /** A patch covers a value, and another is written on it in a similar face. */
  value_painted_over: (design, { own, other, random }) => {
    const canvas = drawDataPage(design, own);
    paintOver(canvas, design, random.pick(SAID_TWICE), other, random);
    return canvas;
  },
  /** A digit of the zone's birth or expiry is another, and its check digit is not. */
  zone_digit_changed: (design, { own, random }) => {
    const [names, data] = zoneOf(own, design) as [string, string];
    const at = random.pick([14, 15, 17, 22, 23]);
    return drawDataPage(design, own, [names, withCharacter(data, at, String((Number(data[at]) + 3) % 10))]);
  },
  /** The zone is written anew for another birth date, with check digits that hold; the print stays. */
  zone_written_anew: (design, { own, other }) => {
    const canvas = drawDataPage(design, own);
    drawZone(canvas.getContext('2d'), zoneOf(withFieldOf(own, other, 'birth_date'), design), '#fbfbf9');
    return canvas;
  },
  /** The zone is that of another passport. */
  zone_of_another: (design, { own, other }) => drawDataPage(design, own, zoneOf(other, design)),
  /** A value that the zone does not say is covered and written anew. */
  unzoned_value_painted_over: (design, { own, other, random }) => {
    const canvas = drawDataPage(design, own);
    paintOver(canvas, design, random.pick(SAID_ONCE), other, random);
    return canvas;
  },
  /** Another portrait, out of a picture that was compressed before, is put over the one that was there. */
  portrait_replaced: async (design, { own }) => {
    const canvas = drawDataPage(design, own);
    const { x, y, width, height } = design.portrait;
    const context = canvas.getContext('2d');
    drawPortrait(context, design.portrait, { hair: own.person.sex === 'F' ? 'short' : 'long' });
    const part = await loadImage(await canvas.encode('jpeg', 45));
    context.drawImage(part, x, y, width, height, x, y, width, height);
    return canvas;
  },
} satisfies { [trick: string]: Forge };

/** The name of a trick. */
export type Trick = keyof typeof FORGERIES;

/** The tricks of which only the picture tells: what is written contradicts nothing. */
export const ONLY_IN_THE_PICTURE: readonly Trick[] = ['unzoned_value_painted_over', 'portrait_replaced'];

/** A page that says of one field what another page says. @throws Error where both say the same */
function withFieldOf(own: DataPage, other: DataPage, field: PrintedField): DataPage {
  const changed: DataPage =
    field === 'document_number' || field === 'issue_date' || field === 'expiry_date'
      ? { ...own, [field]: other[field] }
      : { ...own, person: { ...own.person, [field]: other.person[field] } };
  if (JSON.stringify(changed) !== JSON.stringify(own)) return changed;
  if (field !== 'surname' && field !== 'expiry_date') throw new Error(`Both pages have the same ${field}`);
  return field === 'surname'
    ? { ...own, person: { ...own.person, surname: `${own.person.surname}SON` } }
    : { ...own, expiry_date: `${Number(own.expiry_date.slice(0, 4)) + 3}${own.expiry_date.slice(4)}` };
}

const withCharacter = (line: string, at: number, character: string): string =>
  line.slice(0, at) + character + line.slice(at + 1);

/** The patch is as light as the paper, a little wider than the value, and the face nearly the right one. */
function paintOver(canvas: Canvas, design: PassportDesign, field: PrintedField, other: DataPage, random: Random): void {
  const context = canvas.getContext('2d');
  const [x, y] = design.places[field];
  const { size } = design.value;
  context.fillStyle = random.pick([design.paper, '#f6f4ee', '#ffffff']);
  context.fillRect(x - 5, y - size, 330, size + 10);
  const face = design.value.face === 'sans' ? 'condensed' : 'sans';
  const text = printedText(design, other, field);
  writeText(context, text, x, y, { face: random.pick([face, design.value.face]), size: size - 1 });
}
