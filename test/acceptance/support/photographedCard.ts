import sharp from 'sharp';

const LINES = [
  'Harbour Rowing Club membership card',
  'Full name: Anna Maria Eriksson',
  'Membership number: HRC-48213-77',
];

/** The card of a member, photographed. @param light the share that a lamp leaves of it: at 0.35 it is read, and is called too dark */
export function photographedCard(light = 1): Promise<Buffer> {
  const text = LINES.map((line, at) => `<text x="80" y="${200 + at * 120}" font-size="48">${line}</text>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="900"><rect width="100%" height="100%" fill="#f2f2ee"/>${text}</svg>`;
  return sharp(Buffer.from(svg)).linear(light, 0).jpeg().toBuffer();
}
