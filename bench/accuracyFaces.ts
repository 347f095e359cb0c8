import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UnreadableDocument } from '../src/engines/documents/reading/page.js';
import { similarityOf } from '../src/engines/faces/faceEngine.js';
import { lookAtFaces } from '../src/engines/faces/lookAtFaces.js';
import { loadFaceModels } from '../src/engines/faces/models/loadFaceModels.js';
import { readFaceManifest, SHIPPED_FACE_MODELS } from '../src/engines/faces/models/readFaceManifest.js';
import { type FacePhoto, rateFaces } from './accuracy/facePairs.js';

const USAGE = `npm run accuracy:faces -- DIR [--models FOLDER]
Scores the face networks on a folder with a folder of photos for each person: how often two photos of one person are told, and two of different
people are taken for one. Every figure has the interval that it is sure of, by a bootstrap over people. A face that is not found is a match that is missed.
  --models FOLDER   a folder with a manifest, as FACE_MODELS names it; the shipped networks where it is left out
`;

/** The thresholds that the API takes where a caller names none. */
const THRESHOLDS = [0.7, 0.75];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(folder: string, models: string): Promise<void> {
  const { facts } = await readFaceManifest(models);
  const readers = await loadFaceModels(models);
  const photos: FacePhoto[] = [];
  const times: number[] = [];
  for (const person of (await readdir(folder)).sort()) {
    for (const file of (await readdir(join(folder, person))).sort()) {
      const picture = await readFile(join(folder, person, file));
      const began = performance.now();
      const seen = await lookAtFaces(picture, { tenant_id: '', wanted: ['embedding'] }, readers).catch(noPicture);
      times.push(performance.now() - began);
      photos.push({ person, embedding: seen?.largest?.embedding });
    }
  }
  const missed = photos.filter(({ embedding }) => !embedding).length;
  print(
    `${facts.name}: ${photos.length} photos, no face found in ${missed}, median ${median(times).toFixed(0)} ms a photo`,
  );
  // Not the similarity, which ends at 1: what is more alike still has an order there.
  const figures = rateFaces(
    photos,
    (one, other) => unclamped(similarityOf(one, other, COSINE), facts.calibration),
    THRESHOLDS,
  );
  for (const { name, value, low, high, count } of figures)
    print(`${name.padEnd(20)} ${value.toFixed(4)}  (${low.toFixed(4)} to ${high.toFixed(4)}, of ${count} pairs)`);
}

const COSINE = { calibration: { offset: 0, scale: 1 } };

const unclamped = (cosine: number, { offset, scale }: { offset: number; scale: number }): number =>
  offset + scale * cosine;

function noPicture(error: unknown): undefined {
  if (!(error instanceof UnreadableDocument)) throw error;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { models: { type: 'string' } } });
if (positionals[0] === undefined) {
  print(USAGE);
  process.exitCode = 2;
} else {
  await main(positionals[0], values.models ?? SHIPPED_FACE_MODELS);
}
