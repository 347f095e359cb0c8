// Converts the networks of the shipped manifests that are no ONNX, into the folder `networks` of a build: what starts then need not do it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const built = resolve(argv[2]);
const compiled = (path) => import(pathToFileURL(join(built, 'engines', 'faces', path)).href);
const { convert, nameOfConverted } = await compiled('convert/convertedNetwork.js');
const { readFaceManifest, SHIPPED_FACE_MODELS } = await compiled('models/readFaceManifest.js');

const { files } = await readFaceManifest(SHIPPED_FACE_MODELS);
const folder = join(built, 'networks');
mkdirSync(folder, { recursive: true });
for (const file of files.embedders.filter(({ list }) => list))
  writeFileSync(join(folder, nameOfConverted(file)), convert(file));
