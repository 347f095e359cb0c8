import { readFile } from 'node:fs/promises';
import { generateType, type GeneratedType } from '../../src/engines/documents/propose/generateType.js';
import { shippedTypes } from '../accuracy/classification.js';
import { share, type AccuracyFigure } from '../accuracy/accuracyFigure.js';
import { measured, type AnswerOfFile, type Measured } from '../accuracy/part.js';

/** A description, and what the type that is made of it must be. */
interface Description {
  language: string;
  description: string;
  /** Any of these is a right name. */
  about: string[];
  category?: string;
  input_type?: string;
  analysis_type?: string;
  /** For each field that is meant the names that are right. */
  fields: string[][];
}

interface GenerateAnswer extends AnswerOfFile {
  right: boolean;
  found: boolean[];
  wrong: string[];
}

/** How well descriptions in six languages become types: what they are about, and the fields that they name or mean. */
export async function measureGenerate(): Promise<Measured> {
  const types = await shippedTypes();
  const file = new URL('./descriptions.json', import.meta.url);
  const descriptions = JSON.parse(await readFile(file, 'utf8')) as Description[];
  const answers = descriptions.map((one): GenerateAnswer => {
    const made = generateType(one.description, types);
    const names = Object.keys(made.output_schema);
    const found = one.fields.map((right) => right.some((name) => names.includes(name)));
    const wrong = [
      ...faults(one, made),
      ...one.fields.filter((_, index) => !found[index]).map(([name]) => `no ${name ?? ''} in ${names.join(' ')}`),
    ];
    return { file: one.description.slice(0, 40), heldOut: false, right: wrong.length === 0, found, wrong };
  });
  return measured('Generate: types of descriptions', answers, figuresOf, detailsOf);
}

const faults = ({ about, ...wanted }: Description, made: GeneratedType): string[] => [
  ...(about.includes(made.context_id) ? [] : [`called ${made.context_id}`]),
  ...(['category', 'input_type', 'analysis_type'] as const).flatMap((part) =>
    wanted[part] === undefined || wanted[part] === made[part] ? [] : [`${part} ${made[part]}`],
  ),
];

const figuresOf = (answers: readonly GenerateAnswer[]): AccuracyFigure[] => [
  share('generate: descriptions wholly right', answers.map(({ right }) => right)), // prettier-ignore
  share('generate: fields found', answers.flatMap(({ found }) => found)), // prettier-ignore
];

const detailsOf = (answers: readonly GenerateAnswer[]): string[] =>
  answers.filter(({ right }) => !right).map(({ file, wrong }) => `miss: ${file}: ${wrong.join('; ')}`);
