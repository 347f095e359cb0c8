import type { SKRSContext2D } from '@napi-rs/canvas';

/** Where something is drawn, in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Fills an area with fine interwoven waves, as security printing does. `hues` are CSS colours. */
export function drawGuilloche(context: SKRSContext2D, area: Area, hues: readonly string[]): void {
  context.save();
  context.beginPath();
  context.rect(area.x, area.y, area.width, area.height);
  context.clip();
  context.lineWidth = 0.7;
  hues.forEach((hue, band) => {
    context.strokeStyle = hue;
    for (let line = 0; line < 26; line++) {
      const phase = (line / 26) * Math.PI * 2;
      context.beginPath();
      for (let x = 0; x <= area.width; x += 4) {
        const swing = Math.sin((x / area.width) * Math.PI * (5 + band) + phase) * Math.cos(x / 90 + band);
        const y = area.y + (area.height * (line + 0.5)) / 26 + swing * area.height * 0.07;
        if (x === 0) context.moveTo(area.x, y);
        else context.lineTo(area.x + x, y);
      }
      context.stroke();
    }
  });
  context.restore();
}

/** A rosette: the curve of a spirograph, drawn pale behind text. */
export function drawRosette(context: SKRSContext2D, x: number, y: number, radius: number, color: string): void {
  context.save();
  context.strokeStyle = color;
  context.lineWidth = 0.8;
  context.beginPath();
  for (let step = 0; step <= 2400; step++) {
    const angle = (step / 2400) * Math.PI * 2 * 13;
    const reach = radius * (0.62 + 0.38 * Math.cos((angle * 17) / 13));
    const px = x + reach * Math.cos(angle);
    const py = y + reach * Math.sin(angle);
    if (step === 0) context.moveTo(px, py);
    else context.lineTo(px, py);
  }
  context.stroke();
  context.restore();
}

/** How a portrait looks: in colour or grey as the small second picture, with long or short hair. */
export interface PortraitLook {
  tone?: 'color' | 'grey';
  hair?: 'long' | 'short';
}

/** A drawn head and shoulders in place of a photograph: no real face is on any specimen. */
export function drawPortrait(context: SKRSContext2D, area: Area, look: PortraitLook = {}): void {
  const [ground, skin, hair, coat] =
    look.tone === 'grey' ? ['#dcdcdc', '#b9b9b9', '#4a4a4a', '#6a6a6a'] : ['#cfd8e2', '#e2b998', '#4a3425', '#2e4a66'];
  const { x, y, width, height } = area;
  const middle = x + width / 2;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = ground;
  context.fillRect(x, y, width, height);
  const oval = (cx: number, cy: number, rx: number, ry: number, color: string): void => {
    context.fillStyle = color;
    context.beginPath();
    context.ellipse(cx, cy, rx, ry, 0, 0, Math.PI * 2);
    context.fill();
  };
  if (look.hair === 'short') oval(middle, y + height * 0.36, width * 0.25, height * 0.2, hair);
  else oval(middle, y + height * 0.44, width * 0.3, height * 0.31, hair);
  oval(middle, y + height * 1.02, width * 0.46, height * 0.3, coat);
  context.fillStyle = skin;
  context.fillRect(middle - width * 0.1, y + height * 0.6, width * 0.2, height * 0.18);
  oval(middle, y + height * 0.47, width * 0.22, height * 0.245, skin);
  oval(middle, y + height * 0.27, width * 0.24, height * 0.1, hair);
  drawFace(context, middle, y + height * 0.45, width);
  context.restore();
  context.strokeStyle = 'rgba(30,40,60,0.35)';
  context.lineWidth = 2;
  context.strokeRect(x, y, width, height);
}

function drawFace(context: SKRSContext2D, middle: number, eyes: number, width: number): void {
  context.fillStyle = '#2c2420';
  for (const side of [-1, 1]) {
    context.beginPath();
    context.ellipse(middle + side * width * 0.085, eyes, width * 0.026, width * 0.02, 0, 0, Math.PI * 2);
    context.fill();
    context.fillRect(middle + side * width * 0.085 - width * 0.045, eyes - width * 0.06, width * 0.09, width * 0.014);
  }
  context.strokeStyle = 'rgba(90,50,40,0.8)';
  context.lineWidth = Math.max(1, width * 0.012);
  context.beginPath();
  context.moveTo(middle, eyes + width * 0.02);
  context.lineTo(middle - width * 0.025, eyes + width * 0.12);
  context.lineTo(middle + width * 0.015, eyes + width * 0.125);
  context.stroke();
  context.beginPath();
  context.arc(middle, eyes + width * 0.15, width * 0.07, 0.25 * Math.PI, 0.75 * Math.PI);
  context.stroke();
}
