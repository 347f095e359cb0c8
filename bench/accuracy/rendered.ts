import sharp from 'sharp';
import { classifyDocument } from '../../src/engines/documents/classify/classifyDocument.js';
import { extractFields } from '../../src/engines/documents/extract/extractFields.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import * as specimens from '../../specimens/index.js';
import type { Specimen } from '../../specimens/index.js';
import { share, type AccuracyFigure } from './accuracyFigure.js';
import { shippedTypes } from './classification.js';
import { measured, type AnswerOfFile, type Measured, type Workbench } from './part.js';
import { reliabilityTable, type Judgement } from './reliability.js';

/** What was made of a field of a specimen, or of what the specimen is. */
interface RenderedAnswer extends AnswerOfFile, Judgement {
  of: 'type' | 'field';
  expected: string;
  got: string;
}

/** How a specimen is spoilt: so small and out of focus that a few words of it are lost. */
const POOR = { width: 700, blur: 0.8 };

/** How the specimens of this project are read, as they are rendered and as poor copies: what anyone can measure, without real documents. */
export async function measureRendered(bench: Workbench): Promise<Measured> {
  const answers: RenderedAnswer[] = [];
  for (const specimen of await rendered()) answers.push(...(await answersOf(specimen, bench)));
  return measured('Rendered specimens', answers, figuresOf, detailsOf);
}

async function rendered(): Promise<Specimen[]> {
  const all = await Promise.all([
    specimens.renderPassport(),
    specimens.renderIdentityCard(),
    specimens.renderDrivingLicence(),
    specimens.renderReceipt(),
    specimens.renderInvoice(),
    specimens.renderBankStatement(),
    specimens.renderUtilityBill(),
  ]);
  const pictures = all.filter(({ mime_type }) => mime_type.startsWith('image/'));
  return [...all, ...(await Promise.all(pictures.map(poorCopy)))];
}

const poorCopy = async (specimen: Specimen): Promise<Specimen> => ({
  ...specimen,
  filename: `poor ${specimen.filename}`,
  bytes: await sharp(specimen.bytes).resize({ width: POOR.width }).blur(POOR.blur).jpeg({ quality: 70 }).toBuffer(),
});

async function answersOf(
  { filename, bytes, document_type, truth }: Specimen,
  { readBytes, today }: Workbench,
): Promise<RenderedAnswer[]> {
  const document = await readBytes(filename, bytes, { barcodes: true });
  const types = await shippedTypes();
  const type = types.find(({ context_id }) => context_id === document_type);
  if (!type) throw new Error(`There is no shipped type ${document_type}.`);
  const { document_type: taken, confidence } = classifyDocument(document, types, document.readings);
  const { extracted, confidences } = extractFields(document, type, document.readings, { today });
  const answer = { file: filename, heldOut: false };
  return [
    { ...answer, of: 'type', expected: document_type, got: taken, right: taken === document_type, confidence },
    ...Object.entries(truth).map(([field, value]): RenderedAnswer => {
      const got = extracted[field] ?? null;
      const right = got !== null && compactText(fieldText(got)) === compactText(String(value));
      return {
        ...{ ...answer, of: 'field', right, confidence: confidences[field] ?? 0 },
        ...{ expected: `${field} ${value}`, got: fieldText(got) },
      };
    }),
  ];
}

/** Nearly all of it is right, so that there is no saying whether the confidences are. */
function figuresOf(answers: readonly RenderedAnswer[]): AccuracyFigure[] {
  const fields = answers.filter((answer) => answer.of === 'field');
  const types = answers.filter((answer) => answer.of === 'type');
  const rights = (some: readonly RenderedAnswer[]): boolean[] => some.map(({ right }) => right);
  const isPoor = ({ file }: RenderedAnswer): boolean => file.startsWith('poor ');
  return [
    share('rendered: types right', rights(types)),
    share('rendered: fields right', rights(fields.filter((answer) => !isPoor(answer)))),
    share('rendered: fields right on poor copies', rights(fields.filter(isPoor))),
  ];
}

const detailsOf = (answers: readonly RenderedAnswer[]): string[] => [
  ...reliabilityTable('Are confidences right?', answers.filter(({ of }) => of === 'field')), // prettier-ignore
  ...answers
    .filter(({ right }) => !right)
    .map(({ file, expected, got, confidence }) => `miss: ${file}: ${expected}, got ${got} (${confidence.toFixed(2)})`),
];
