import { readFile, readdir } from 'node:fs/promises';
import type { Preset } from '../commands/documentTypes/documentTypeCommands.js';

/** The folder of the shipped document types, one JSON file each. */
const PRESETS = new URL('../../presets/', import.meta.url);

/** Reads the document types that ship. */
export async function readPresets(): Promise<Preset[]> {
  const files = (await readdir(PRESETS)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map(async (name) => JSON.parse(await readFile(new URL(name, PRESETS), 'utf8')) as Preset));
}
