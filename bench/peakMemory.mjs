// Reads the files it is given, one after the other, and prints the most memory it held, in MiB. Its own process, and
// compiled code, so that nothing else is counted.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { openOcr } from '../dist/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../dist/engines/documents/reading/readDocument.js';

sharp.cache(false);
const { ocr } = await openOcr(undefined, 2);
for (const file of process.argv.slice(2)) {
  const document = await readDocument(await readFile(file), { ocr });
  await document.close();
}
process.stdout.write(String(Math.round(process.resourceUsage().maxRSS / 1024)));
