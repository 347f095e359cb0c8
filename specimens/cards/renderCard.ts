import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { CARD, drawCardGround, drawTwoSides } from '../card.js';
import { writeText } from '../fonts.js';
import { drawPortrait } from '../ornament.js';
import { scanned } from '../scanned.js';
import { PRINT_STYLES, type CardDesign, type PrintedText } from './cardDesign.js';

/** Draws an invented card: one picture of its front, or a sheet with both sides. Designs with noise come off a grey scanner. */
export async function renderCard(design: CardDesign): Promise<Buffer> {
  const front = (context: SKRSContext2D): void => drawFront(context, design);
  const { back } = design;
  const canvas = back ? drawTwoSides(front, (context) => print(context, back), design.hues) : oneSide(front, design);
  if (design.degrees === undefined && design.noise === undefined) return canvas.encode('jpeg', 90);
  const flaws = { degrees: design.degrees ?? 0, noise: design.noise ?? 1.5, margin: 40, dpi: 300 };
  return (await scanned(canvas, flaws)).jpeg({ quality: 88 }).toBuffer();
}

/** Pixels of scanner glass around the one side of a card. */
export const CARD_MARGIN = 60;

/** Draws the front of an invented card on the glass of a scanner. */
export const drawCardFront = (design: CardDesign): Canvas => oneSide((context) => drawFront(context, design), design);

function oneSide(front: (context: SKRSContext2D) => void, design: CardDesign): Canvas {
  const margin = CARD_MARGIN;
  const canvas = createCanvas(CARD.width + 2 * margin, CARD.height + 2 * margin);
  const context = canvas.getContext('2d');
  context.fillStyle = '#e9e8e6';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(margin, margin);
  drawCardGround(context, design.hues);
  front(context);
  return canvas;
}

function drawFront(context: SKRSContext2D, { photo, hair, front }: CardDesign): void {
  if (photo) {
    const [x, y, width, height] = photo;
    drawPortrait(context, { x, y, width, height }, hair ? { hair } : {});
  }
  print(context, front);
}

function print(context: SKRSContext2D, texts: readonly PrintedText[]): void {
  for (const [x, y, style, text] of texts) writeText(context, text, x, y, PRINT_STYLES[style]);
}
