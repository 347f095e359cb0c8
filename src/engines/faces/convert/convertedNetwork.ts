import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModelsUnusable } from '../../models/modelFiles.js';
import type { EmbeddingFile } from '../models/readFaceManifest.js';
import { dlibNetwork } from './dlibNetwork.js';
import { readTfjsWeights } from './tfjsWeights.js';

/** Where the build puts what it converted, beside the compiled code: it is built anew whenever the code that converts is another. */
const BUILT_NETWORKS = fileURLToPath(new URL('../../../networks/', import.meta.url));

/** What a converted network is called: by the hash of all that it was made of. */
export function nameOfConverted({ content, list }: Required<Pick<EmbeddingFile, 'content' | 'list'>>): string {
  const hash = createHash('sha256').update(String(list.length)).update('\0').update(list).update(content);
  return `${hash.digest('hex')}.onnx`;
}

/**
 * A network as ONNX: as it is, or converted where its file has weights of TensorFlow.js. What the build converted is taken from there; of a manifest
 * that it did not know, or without a build, it is done here, in some tenths of a second.
 * @param built the folder of what was converted
 * @throws ModelsUnusable naming the file where it cannot be converted
 */
export async function convertedNetwork(
  { file, content, list }: EmbeddingFile,
  built: string = BUILT_NETWORKS,
): Promise<Buffer> {
  if (!list) return content;
  const kept = await readFile(path.join(built, nameOfConverted({ content, list }))).catch(() => undefined);
  return kept ?? convert({ file, content, list });
}

/** Converts the weights of TensorFlow.js to ONNX. @throws ModelsUnusable naming the file where they are not those of the network */
export function convert({ file, content, list }: EmbeddingFile & { list: Buffer }): Buffer {
  try {
    return dlibNetwork(readTfjsWeights(list, content));
  } catch {
    throw new ModelsUnusable(
      `FACE_MODELS: ${file} and its list are not the weights of the network that the manifest says`,
    );
  }
}
