import sharp from 'sharp';
import { LONGEST, smallEnough } from '../web/capture/src/picture/sentSize.js';
import { COARSE, pictureAdvice, WHOLE, type Advice, type Subject } from '../web/capture/src/picture/pictureAdvice.js';

/** What the page of a link says of a picture before it is sent: measured here as there, where a canvas makes it small and grey. */
export async function adviceInBrowser(bytes: Buffer, subject: Subject = 'document'): Promise<Advice[]> {
  const { width, height } = await sharp(bytes).metadata();
  const [whole, coarse] = [await grey(bytes, WHOLE), await grey(bytes, COARSE)];
  return pictureAdvice({ whole, coarse, width, height }, subject);
}

/** A picture in grey, no longer than so many pixels. */
export async function grey(bytes: Buffer, longest: number) {
  const small = sharp(bytes).resize(longest, longest, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' });
  const { data, info } = await small.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** What the page of a link makes of a picture before it sends it: a JPEG, no longer and no larger than is sent. */
export async function sentByBrowser(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const longest = Math.min(LONGEST, Math.max(width, height));
  const sent = await smallEnough(async (share, quality) => {
    const side = Math.round(longest * share);
    const small = sharp(bytes).autoOrient().resize(side, side, { fit: 'inside' });
    const jpeg = await small.jpeg({ quality: Math.round(quality * 100) }).toBuffer();
    return { size: jpeg.length, jpeg };
  });
  return sent?.jpeg ?? bytes;
}
