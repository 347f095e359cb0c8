import { readDefinition } from '../../src/domain/agents/agentDefinition.js';
import { type JudgedDocument, judgeCase } from '../../src/domain/cases/caseJudgement.js';
import type { CaseResult } from '../../src/domain/cases/caseResult.js';
import { NOT_CROSS_MATCHED } from '../../src/domain/documents/crossMatchOutcome.js';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import { type DocumentReaders, runPipeline } from '../../src/engines/documents/pipeline.js';
import { openOcr } from '../../src/engines/documents/reading/ocr/ocr.js';
import { loadFaceModels } from '../../src/engines/faces/models/loadFaceModels.js';
import {
  cleanPassports,
  forgedPassports,
  type JudgedPassport,
  ONLY_IN_THE_PICTURE,
  type Trick,
} from '../../specimens/forgeries/index.js';
import { type AccuracyFigure, share } from './accuracyFigure.js';
import { shippedTypes } from './classification.js';
import { measured, type AnswerOfFile, type Measured } from './part.js';

/** What a default agent said to a passport. */
interface Verdict extends AnswerOfFile {
  trick: Trick | null;
  decision: CaseResult['decision'];
  /** Codes of the reasons. */
  reasons: string[];
}

/** How many passports are judged: clean ones, and how often every trick is tried in every design. */
export interface ForgeryCount {
  clean: number;
  rounds: number;
}

/**
 * What a default agent for passports decides on passports that this project draws: how many forged ones it approves, and how many clean
 * ones it does not. The steps, the checks and the verdict are those of the service.
 */
export const measureForgeries = ({ clean, rounds }: ForgeryCount) =>
  async function measureVerdicts(): Promise<Measured> {
    const types = await shippedTypes();
    const { ocr, close } = await openOcr(undefined, 2);
    const readers = { ocr, faces: await loadFaceModels() };
    const answers: Verdict[] = [];
    for (const passports of [cleanPassports(clean), forgedPassports(rounds)]) {
      for await (const passport of passports) answers.push(await verdictOn(passport, types, readers));
    }
    await close();
    return measured('Forged and clean passports, as a default agent decides', answers, figuresOf, detailsOf);
  };

async function verdictOn(
  { name, trick, bytes }: JudgedPassport,
  types: EngineDocumentType[],
  readers: DocumentReaders,
): Promise<Verdict> {
  const type = types.find(({ context_id }) => context_id === 'passport');
  if (!type) throw new Error('There is no shipped type passport.');
  const at = new Date().toISOString();
  const job = {
    ...{ tenant_id: 'bench', bytes, filename: 'passport.jpg', documentType: type, candidates: types },
    ...{ today: at.slice(0, 10), extra: {}, choice: { used_for: {}, steps: {} } },
  };
  const { outcome } = await runPipeline(job, readers, () => undefined);
  const { decision, reasons } = judgeCase({
    agent: readDefinition({ doc_type_map: { passport: 'passport' } }),
    documents: [documentOf(outcome.result, name)],
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [] },
    at,
  });
  return {
    file: name,
    heldOut: false,
    trick,
    decision,
    reasons: reasons.map(({ code, field }) => (field ? `${code} ${field}` : code)),
  };
}

const documentOf = (
  result: Awaited<ReturnType<typeof runPipeline>>['outcome']['result'],
  name: string,
): JudgedDocument => ({
  ...{ doc_id: name, sha256: name, label: null, status: result ? 'done' : 'failed' },
  ...{ document_type: result?.document_type ?? '', extracted: result?.extracted ?? {} },
  ...{ valid: result?.valid ?? false, violations: result?.violations ?? [], checks: result?.checks ?? [] },
  ...{
    field_confidences: result?.confidences ?? {},
    sources: result?.sources ?? {},
    coordinates: result?.coordinates ?? {},
  },
});

const isApproved = ({ decision }: Verdict): boolean => decision === 'approved';

function figuresOf(answers: readonly Verdict[]): AccuracyFigure[] {
  const stopped = (some: readonly Verdict[]): boolean[] => some.map((answer) => !isApproved(answer));
  const forged = answers.filter(({ trick }) => trick !== null);
  const inPicture = ({ trick }: Verdict): boolean => trick !== null && ONLY_IN_THE_PICTURE.includes(trick);
  return [
    share('clean passports: approved', answers.filter(({ trick }) => trick === null).map(isApproved)),
    share(
      'forged passports that contradict themselves: not approved',
      stopped(forged.filter((one) => !inPicture(one))),
    ),
    share('forged passports that only the picture tells: not approved', stopped(forged.filter(inPicture))),
  ];
}

function detailsOf(answers: readonly Verdict[]): string[] {
  const tricks = [...new Set(answers.flatMap(({ trick }) => trick ?? []))];
  const counted = tricks.map((trick) => {
    const of = answers.filter((answer) => answer.trick === trick);
    return `${trick}: ${of.filter((answer) => !isApproved(answer)).length} of ${of.length} not approved`;
  });
  const wrong = answers.filter((answer) => isApproved(answer) !== (answer.trick === null));
  return [
    ...counted,
    ...wrong.map(({ file, decision, reasons }) => `miss: ${file}: ${decision}; ${reasons.join(', ')}`),
  ];
}
