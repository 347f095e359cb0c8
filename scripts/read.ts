import { readFile } from 'node:fs/promises';
import { loadModels } from '../src/engines/documents/models/loadModels.js';
import { createOcr } from '../src/engines/documents/reading/ocr/ocr.js';
import { UnreadableDocument } from '../src/engines/documents/reading/page.js';
import { readDocument } from '../src/engines/documents/reading/readDocument.js';

/** `npm run read -- FILE…`: prints what the engine reads of each file, line by line with confidence and place. */
const ocr = createOcr(await loadModels(process.env['OCR_MODELS']));
for (const file of process.argv.slice(2)) {
  const started = performance.now();
  try {
    const document = await readDocument(await readFile(file), { ocr });
    const took = Math.round(performance.now() - started);
    process.stdout.write(`${file}: ${document.pages.length} of ${document.pages_total} pages in ${took} ms\n`);
    process.stdout.write(`${JSON.stringify(document.facts)}\n`);
    for (const page of document.pages) {
      process.stdout.write(`page ${page.number} (${page.source}, ${page.width} x ${page.height})\n`);
      for (const line of page.lines) {
        const place = line.box.map((value) => value.toFixed(3)).join(' ');
        process.stdout.write(`  ${line.confidence.toFixed(2)}  ${place}  ${line.text}\n`);
      }
    }
    await document.close();
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    process.stdout.write(`${file}: ${error.message}\n`);
  }
}
