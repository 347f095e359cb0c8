import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { writeText } from '../../../../../specimens/fonts.js';
import { judgeQuality } from '../../../../../src/engines/documents/quality/judgeQuality.js';
import type { Line } from '../../../../../src/engines/documents/reading/page.js';
import { documentOf, rasterOf } from '../../../../support/pages.js';

interface Print {
  width?: number;
  height?: number;
  /** Height of the letters in pixels. */
  letters?: number;
  ink?: string;
  ground?: string;
  left?: number;
  draw?: (context: SKRSContext2D) => void;
  /** What happens to the picture after it was printed. */
  after?: (picture: Sharp) => Sharp;
}

/** A printed page, with the lines as the detector would box them. */
async function judge({
  width = 1000,
  height = 700,
  letters = 22,
  ink = '#222',
  ground = '#ddd8cc',
  left = 80,
  draw,
  after,
}: Print) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  const lines: Line[] = [];
  for (let y = 2.5 * letters; y < height - letters; y += letters * 2.2) {
    const text = 'REGISTRATION NUMBER 40718 KEPT ON FILE';
    writeText(context, text, left, y, { size: letters / 0.73, color: ink });
    const box: Line['box'] = [
      Math.max(0, left - 4) / width,
      (y - letters * 1.2) / height,
      0.6,
      (letters * 1.4) / height,
    ];
    lines.push({ text, confidence: 0.97, box, words: [] });
  }
  draw?.(context);
  const picture = sharp(await canvas.encode('png'));
  const raster = await rasterOf(await (after?.(picture) ?? picture).png().toBuffer());
  return judgeQuality(documentOf({ raster, lines }));
}

const checksOf = async (print: Print) => (await judge(print)).pages[0]!.checks;

test('a sharp, evenly lit page is good in every respect and needs no advice', async () => {
  const quality = await judge({});
  expect(quality).toMatchObject({ verdict: 'good', advice: [] });
  for (const check of Object.values(quality.pages[0]!.checks)) expect(check).toMatchObject({ verdict: 'good' });
});

test('blur is measured in letter heights, whatever the size of the print', async () => {
  for (const letters of [16, 24, 40]) {
    const { blur } = await checksOf({ letters, after: (picture) => picture.blur(0.14 * letters) });
    expect(blur!.measured).toBeGreaterThan(0.1);
    expect(blur!.measured).toBeLessThan(0.19);
    expect(blur!.verdict).toBe('poor');
  }
});

test('blur is not taken for pale print, nor pale print for blur', async () => {
  const pale = await checksOf({ ink: '#b8b4aa' });
  expect(pale.blur?.verdict).toBe('good');
  expect(pale.contrast?.verdict).not.toBe('good');
});

test('more blur never scores better', async () => {
  const scores: number[] = [];
  for (const share of [0.05, 0.08, 0.11, 0.15, 0.25]) {
    scores.push((await checksOf({ after: (picture) => picture.blur(Math.max(0.5, share * 22)) })).blur!.score);
  }
  expect(scores).toEqual([...scores].sort((one, other) => other - one));
});

test('letters of few pixels are poor in resolution, and the user is told to move closer', async () => {
  const quality = await judge({ letters: 7, width: 400, height: 280, left: 30 });
  expect(quality.pages[0]!.checks.resolution?.verdict).toBe('poor');
  expect(quality.advice[0]).toContain('Move closer');
});

test('a page in the dark is told from a dark print on a light page', async () => {
  const dark = await checksOf({ after: (picture) => picture.linear(0.28, 0) });
  expect(dark.light?.verdict).toBe('poor');
  expect((await checksOf({ ink: '#000' })).light?.verdict).toBe('good');
});

function reflection(context: SKRSContext2D): void {
  const light = context.createRadialGradient(520, 330, 60, 520, 330, 210);
  light.addColorStop(0, 'rgba(255,255,255,1)');
  light.addColorStop(0.45, 'rgba(255,255,255,0.98)');
  light.addColorStop(1, 'rgba(255,255,255,0)');
  context.fillStyle = light;
  context.fillRect(0, 0, 1000, 700);
}

test('a reflection is found and its share of the picture measured', async () => {
  const quality = await judge({ draw: reflection });
  expect(quality.pages[0]!.checks.glare?.verdict).not.toBe('good');
  expect(quality.advice.join(' ')).toContain('reflection');
});

test('white paper, a white margin and a white panel are no reflections', async () => {
  expect((await checksOf({ ground: '#fff' })).glare?.score).toBe(1);
  const margin = (picture: Sharp) => picture.extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' });
  expect((await checksOf({ after: margin })).glare?.score).toBe(1);
  const panel = (context: SKRSContext2D): void => {
    context.fillStyle = '#fff';
    context.fillRect(600, 200, 250, 180);
  };
  expect((await checksOf({ draw: panel })).glare?.score).toBe(1);
});

test('text that runs into the border means that the document is cut off', async () => {
  const quality = await judge({ left: -30 });
  expect(quality.pages[0]!.checks.edges?.verdict).toBe('poor');
  expect(quality.advice.join(' ')).toContain('cut off');
});

test('a page without text is poor and says so', async () => {
  const quality = await judgeQuality(documentOf({}));
  expect(quality.verdict).toBe('poor');
  expect(quality.advice[0]).toContain('No text was found');
});

test('a page of digital text is perfect without being looked at', async () => {
  expect(await judgeQuality(documentOf({ source: 'text_layer' }))).toMatchObject({
    score: 1,
    verdict: 'good',
    advice: [],
  });
});

test('a document is as good as its worst page, and advice is not repeated', async () => {
  const good = documentOf({ source: 'text_layer' });
  const bad = documentOf({});
  const quality = await judgeQuality({ ...good, pages: [...good.pages, ...bad.pages, ...bad.pages] });
  expect(quality.verdict).toBe('poor');
  expect(new Set(quality.advice).size).toBe(quality.advice.length);
});
