import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { classifyDocument } from '../../src/engines/documents/classify/classifyDocument.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import type { ReadFile } from './readFolder.js';
import type { Judgement } from './reliability.js';

/** The types that a file may be of, by the words of its name; the first that match count. */
const TYPES_BY_NAME: [RegExp, string[]][] = [
  [/aadhaar/i, ['aadhaar_card']],
  [/green-?card/i, ['us_permanent_resident_card', 'residence_permit']],
  [/social-?security/i, ['social_security_card']],
  [/^id-usa/i, ['us_permanent_resident_card', 'residence_permit', 'identity_card']],
  [/licen[sc]e|driv/i, ['us_driver_license', 'driving_licence']],
  [/^visa|visa$/i, ['visa']],
  [/^pass-|passport/i, ['passport']],
  [/^id-|id-?card|identity/i, ['identity_card', 'residence_permit']],
];

/** A document and what was made of it. */
export interface ClassificationAnswer extends Judgement {
  file: string;
  expected: string;
  got: string;
  milliseconds: number;
}

/** The types a document of this name may be of; none when the name does not say. */
export const typesByName = (name: string): string[] => TYPES_BY_NAME.find(([words]) => words.test(name))?.[1] ?? [];

/** The shipped types that classification chooses from. */
export async function shippedTypes(): Promise<EngineDocumentType[]> {
  const folder = new URL('../../presets/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const types = files.map((text) => JSON.parse(text) as EngineDocumentType);
  return types.filter(({ pipeline_steps }) => !pipeline_steps.some((step) => step.startsWith('type:')));
}

/** Classifies documents among all types, and once more without the right ones, where `unknown` is right. */
export function answerClassification(
  files: readonly { file: ReadFile; expected: readonly string[] }[],
  types: readonly EngineDocumentType[],
): { offered: ClassificationAnswer[]; withheld: ClassificationAnswer[] } {
  const answer = (
    { name, pages, readings }: ReadFile,
    candidates: readonly EngineDocumentType[],
    right: readonly string[],
  ) => {
    const started = performance.now();
    const { document_type: got, confidence } = classifyDocument({ pages }, candidates, readings);
    const milliseconds = performance.now() - started;
    return { file: name, expected: right.join('|'), got, right: right.includes(got), confidence, milliseconds };
  };
  return {
    offered: files.map(({ file, expected }) => answer(file, types, expected)),
    withheld: files.map(
      ({ file, expected }) =>
      answer(file, types.filter(({ context_id }) => !expected.includes(context_id)), ['unknown']), // prettier-ignore
    ),
  };
}

/** Folders and files as a data folder is laid out. */
export const FOLDERS = {
  receipts: 'receipts',
  receiptPictures: join('receipts', 'img'),
  zones: 'mrz',
  cards: 'ids',
} as const;
