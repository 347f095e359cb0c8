/** What is loaded at run time, types left out: the service itself must never load a network or a decoder of hostile files. */
const base = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'service-loads-no-native-reader',
      comment: 'A crash of a native library must not take the service with it: only engine processes load them.',
      severity: 'error',
      from: { path: '^src/main.ts$' },
      to: { path: 'node_modules/(onnxruntime|sharp|@napi-rs/canvas|pdfjs-dist|zxing-wasm|tesseract)', reachable: true },
    },
    {
      name: 'rebuild-threads-load-little',
      comment:
        'A rebuild waits for its threads until they have loaded: they need what is stored and how it is read, no more.',
      severity: 'error',
      from: { path: '^src/start/rebuild/shareThread.ts$' },
      to: { path: '^src/(api|commands|engines|reports|workers)/', reachable: true },
    },
  ],
  options: { ...base.options, tsPreCompilationDeps: false },
};
