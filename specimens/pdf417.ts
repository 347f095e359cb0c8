import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadImage, type Image } from '@napi-rs/canvas';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** A PDF417 symbol as a picture, one pixel or more a module. @throws Error when the text does not fit */
export async function drawPdf417(text: string): Promise<Image> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  // Handed over as bytes: left alone, the library fetches its module from the network.
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const { image, error } = await writeBarcode(text, { format: 'PDF417', scale: 3, options: 'columns=9' });
  if (!image) throw new Error(`The PDF417 could not be written: ${error}`);
  return loadImage(Buffer.from(await image.arrayBuffer()));
}
