import decoderAddress from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { drawnAt } from './drawnAt.js';

/** What a file of the HEIF family begins with behind its first four bytes (ISO/IEC 23008-12, section 10.2): brands of pictures in HEVC. */
const BEGINS = /^ftyp(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)/;

/** Whether a file is a HEIC, as cameras of phones make them, whatever it is called. */
export const isHeic = async (file: Blob): Promise<boolean> => BEGINS.test(await file.slice(4, 12).text());

/**
 * Opens a HEIC where the browser itself cannot, with a decoder that is loaded for it alone (libheif, half a megabyte): upright, and no longer than so many
 * pixels.
 * @returns undefined where this browser cannot run it, or the file is damaged
 */
export async function openHeic(file: Blob, longest: number): Promise<HTMLCanvasElement | undefined> {
  const [{ default: createDecoders }, program, bytes] = await Promise.all([
    import('libheif-js/libheif-wasm/libheif.js'),
    fetch(decoderAddress).then((answer) => answer.arrayBuffer()),
    file.arrayBuffer(),
  ]);
  const decoder = new (createDecoders({ wasmBinary: program }).HeifDecoder)();
  const [picture] = decoder.decode(new Uint8Array(bytes));
  if (!picture) return undefined;
  const pixels = new ImageData(picture.get_width(), picture.get_height());
  const isShown = await new Promise<boolean>((resolve) => picture.display(pixels, (shown) => resolve(shown !== null)));
  if (!isShown) return undefined;
  const whole = document.createElement('canvas');
  [whole.width, whole.height] = [pixels.width, pixels.height];
  whole.getContext('2d')?.putImageData(pixels, 0, 0);
  return drawnAt(whole, whole, longest)?.canvas;
}
