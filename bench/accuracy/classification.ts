import { readdir, readFile } from 'node:fs/promises';
import { classifyDocument } from '../../src/engines/documents/classify/classifyDocument.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import { bootstrapped, share, type AccuracyFigure } from './accuracyFigure.js';
import { CARDS } from './cards.js';
import { measured, type AnswerOfFile, type Measured, type Workbench } from './part.js';
import type { ReadFile } from './readFolder.js';
import { RECEIPT_PICTURES } from './receipts.js';
import { calibrationError, reliabilityTable, type Judgement } from './reliability.js';
import { ZONES } from './zones.js';

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
interface ClassificationAnswer extends Judgement, AnswerOfFile {
  /** Whether its type was among those it was chosen from; where it was not, `unknown` is right. */
  offered: boolean;
  expected: string;
  got: string;
}

const typesByName = (name: string): string[] => TYPES_BY_NAME.find(([words]) => words.test(name))?.[1] ?? [];

/** The shipped types that classification chooses from. */
export async function shippedTypes(): Promise<EngineDocumentType[]> {
  const folder = new URL('../../presets/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const types = files.map((text) => JSON.parse(text) as EngineDocumentType);
  return types.filter(({ pipeline_steps }) => !pipeline_steps.some((step) => step.startsWith('type:')));
}

/** Documents with the types they may be of, as far as that is known. */
export async function labelledDocuments({ read }: Workbench): Promise<{ file: ReadFile; expected: string[] }[]> {
  const receipts = await read(RECEIPT_PICTURES);
  const documents = [...(await read(ZONES)), ...(await read(CARDS, { barcodes: true }))];
  return [
    ...receipts.map((file) => ({ file, expected: ['receipt', 'invoice'] })),
    ...documents.map((file) => ({ file, expected: typesByName(file.name) })),
  ].filter(({ expected }) => expected.length > 0);
}

/** What documents are taken for among all shipped types, and without the right ones. */
export async function measureClassification(bench: Workbench): Promise<Measured> {
  const types = await shippedTypes();
  const answers = answerClassification(await labelledDocuments(bench), types);
  return measured(`Classification among ${types.length} types`, answers, figuresOf, detailsOf);
}

/** Classifies documents among all types, and once more without the right ones, where `unknown` is right. */
function answerClassification(
  files: readonly { file: ReadFile; expected: readonly string[] }[],
  types: readonly EngineDocumentType[],
): ClassificationAnswer[] {
  return files.flatMap(({ file: { name, heldOut, pages, readings }, expected }) =>
    [true, false].map((offered) => {
      const candidates = offered ? types : types.filter(({ context_id }) => !expected.includes(context_id));
      const right = offered ? expected : ['unknown'];
      const { document_type: got, confidence } = classifyDocument({ pages }, candidates, readings);
      return {
        ...{ file: name, heldOut, offered, expected: expected.join('|') },
        ...{ got, right: right.includes(got), confidence },
      };
    }),
  );
}

const figuresOf = (answers: readonly ClassificationAnswer[]): AccuracyFigure[] => {
  const rights = (offered: boolean): boolean[] =>
    answers.filter((answer) => answer.offered === offered).map(({ right }) => right);
  return [
    share('types: right', rights(true)),
    share('types: unknown, where the right type is not offered', rights(false)),
    { ...bootstrapped('types: calibration error', answers, calibrationError), better: 'lower' },
  ];
};

const detailsOf = (answers: readonly ClassificationAnswer[]): string[] => [
  ...reliabilityTable('Are confidences right?', answers),
  ...answers
    .filter(({ right }) => !right)
    .map(
      ({ file, offered, expected, got, confidence }) =>
        `${offered ? 'miss' : 'not offered'}: ${file} is ${expected}, taken for ${got} (${confidence.toFixed(2)})`,
    ),
];
