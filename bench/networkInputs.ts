import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { loadModels } from '../src/engines/documents/models/loadModels.js';
import { createOcr } from '../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../src/engines/documents/reading/readDocument.js';
import * as specimens from '../specimens/index.js';
import { DESIGNS } from '../specimens/pages/design.js';
import { readPages } from '../specimens/pages/page.js';
import { picturesOfPdf } from '../specimens/pages/picture.js';
import { setPages } from '../specimens/pages/setPage.js';
import { createRandom } from '../specimens/random.js';
import { renderZone } from '../specimens/zones.js';
import { hearRuns } from './hearRuns.js';

/**
 * `npx tsx bench/networkInputs.ts FOLDER`: writes what the recogniser is given when pages, cards, receipts and zones of this
 * project are read, a run of the network a file: float32, little-endian, with the shape in `index.json`. `models/ocr/quantise.py`
 * calibrates on them. Designs that are for judging are left out; issuers that are, and the specimens that accuracy is measured on, are not:
 * what is learnt are the ranges of numbers within the network, no word and no layout. Every run gives the same.
 */
async function main(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const models = await loadModels();
  const inputs: Tensor[] = [];
  hearRuns(models.recognizer, (feeds) => {
    inputs.push(...Object.values(feeds).filter((input): input is Tensor => input instanceof Tensor));
  });
  const ocr = createOcr(models);
  for await (const picture of pictures()) await (await readDocument(picture, { ocr })).close();
  const index = [];
  for (const [number, { dims, data }] of inputs.entries()) {
    const file = `${number}.f32`;
    const values = data as Float32Array;
    await writeFile(join(folder, file), new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    index.push({ file, shape: dims });
  }
  await writeFile(join(folder, 'index.json'), JSON.stringify(index));
  await models.release();
  process.stdout.write(`${inputs.length} runs of the network are in ${folder}.\n`);
}

const TEXTS = new URL('../specimens/pages/texts/', import.meta.url);
/** Of the pages there are, one in so many. */
const ONE_IN = 9;

async function* pictures(): AsyncGenerator<Buffer> {
  const random = createRandom(11);
  const flaws = () => ({
    ...{ blur: random.next(), noise: 2 + random.next() * 12, quality: random.whole(45, 95) },
    ...{ degrees: random.next() * 2 - 1, seed: random.whole(1, 1e6) },
  });
  let count = 0;
  for (const file of (await readdir(TEXTS)).sort()) {
    for (const page of readPages(await readFile(new URL(file, TEXTS), 'utf8'))) {
      const designs = DESIGNS.filter(({ shape, use }) => shape === page.shape && use === 'fit');
      if (count++ % ONE_IN !== 0 || designs.length === 0) continue;
      yield* await picturesOfPdf(await setPages([page], random.pick(designs)), flaws());
    }
  }
  for (let seed = 1; seed <= 12; seed++) yield (await renderZone(seed)).bytes;
  const cards = [specimens.renderPassport(), specimens.renderIdentityCard(), specimens.renderDrivingLicence()];
  for (const { bytes } of [...(await Promise.all(cards)), await specimens.renderReceipt()]) {
    yield await sharp(bytes).blur(0.7).jpeg({ quality: 70 }).toBuffer();
  }
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder: npx tsx bench/networkInputs.ts FOLDER');
await main(folder);
