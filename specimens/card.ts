import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { drawGuilloche, type Area } from './ornament.js';

/** An ID-1 card (ISO/IEC 7810, 85.6 × 54 mm) at 300 dpi. */
export const CARD = { width: 1011, height: 638 };

/** A sheet with the two sides of a card, front above back, as a flat-bed scanner delivers them. */
export function drawTwoSides(
  front: (context: SKRSContext2D) => void,
  back: (context: SKRSContext2D) => void,
  hues: readonly string[],
): Canvas {
  const margin = 90;
  const canvas = createCanvas(CARD.width + 2 * margin, 2 * CARD.height + 3 * margin);
  const context = canvas.getContext('2d');
  context.fillStyle = '#e9e8e6';
  context.fillRect(0, 0, canvas.width, canvas.height);
  [front, back].forEach((draw, side) => {
    context.save();
    context.translate(margin, margin + side * (CARD.height + margin));
    drawCardGround(context, hues);
    draw(context);
    context.restore();
  });
  return canvas;
}

/** Draws a card at the origin: its rounded shape with a shadow, and the pattern in these colours; what follows is clipped to it. */
export function drawCardGround(context: SKRSContext2D, hues: readonly string[]): void {
  const area: Area = { x: 0, y: 0, ...CARD };
  context.shadowColor = 'rgba(0,0,0,0.28)';
  context.shadowBlur = 18;
  context.shadowOffsetY = 5;
  context.fillStyle = '#f6f4ee';
  context.beginPath();
  context.roundRect(area.x, area.y, area.width, area.height, 34);
  context.fill();
  context.shadowColor = 'transparent';
  context.clip();
  drawGuilloche(context, area, hues);
}
