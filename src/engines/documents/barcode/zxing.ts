import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';
import type { Raster } from '../reading/page.js';
import { sharpOf } from '../reading/raster.js';

let prepared = false;

/** Hands the library its WebAssembly as bytes: left alone it would fetch it from the network. */
function prepare(): void {
  if (prepared) return;
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  prepared = true;
}

/** How a picture is prepared before it is scanned. */
export interface ScanOptions {
  /** Turn in degrees, clockwise; what the turn uncovers is white. */
  turn?: number;
  /** Enlarges. */
  scale?: number;
  /** Softens by this sigma in pixels, which takes the dots out of coarse prints. */
  blur?: number;
}

/** A symbol that was seen, whether or not it could be decoded. Positions are pixels of the prepared picture. */
export type Sighting = Pick<ReadResult, 'format' | 'isValid' | 'text' | 'position'>;

/** A picture as it was scanned. */
export interface Scan {
  width: number;
  height: number;
  sightings: Sighting[];
}

/** Looks for PDF417 and QR symbols once. */
export async function scan(raster: Raster, { turn = 0, scale = 1, blur }: ScanOptions): Promise<Scan> {
  prepare();
  let picture = sharpOf(raster);
  if (scale !== 1) picture = picture.resize({ width: Math.round(raster.width * scale), kernel: 'cubic' });
  // Resizing and turning are separate pipelines: sharp would turn first whatever the order of the calls.
  if (turn !== 0) {
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    picture = sharpOf({ width: info.width, height: info.height, data }).rotate(turn, { background: '#ffffff' });
  }
  if (blur) picture = picture.blur(blur);
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const sightings = await readBarcodes(portableGreyMap(data, width, height), {
    formats: ['PDF417', 'QRCode'],
    textMode: 'Plain',
    tryHarder: true,
    returnErrors: true,
    maxNumberOfSymbols: 8,
  });
  return { width, height, sightings };
}

/** A binary PGM: what the library decodes itself takes a quarter of the memory of pixels of four channels, and half of the time. */
function portableGreyMap(grey: Uint8Array, width: number, height: number): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), grey]);
}
