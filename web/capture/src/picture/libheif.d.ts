/** The decoder of HEIC pictures, as far as the page uses it. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifPicture {
    get_width(): number;
    get_height(): number;
    /** Writes the picture into `pixels`; tells null where it cannot. */
    display(pixels: ImageData, done: (shown: ImageData | null) => void): void;
  }
  const create: (from: { wasmBinary: ArrayBuffer }) => {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifPicture[] };
  };
  export = create;
}
