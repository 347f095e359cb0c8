import sharp from 'sharp';

/** A small white page as PNG in base64: read in no time, and nothing is on it. */
export async function blankPage(): Promise<string> {
  const page = sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } });
  return (await page.png().toBuffer()).toString('base64');
}
