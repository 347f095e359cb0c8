import { isOfScenes, maskedFields } from '../../domain/documentTypes/index.js';
import type { PipelineResult, StepName, StepResult, TypeProposal, Validity } from '../../domain/documents/index.js';
import type { QualityReaders } from '../faces/lookAtFaces.js';
import type { Authenticity } from './authenticity/authenticity.js';
import { judgeAuthenticity } from './authenticity/judgeAuthenticity.js';
import type { BarcodeReading } from './barcode/barcodeReading.js';
import { readBarcodes } from './barcode/readBarcodes.js';
import type { Classification } from './classify/classification.js';
import { chooseType, type ChosenType, mayBeScene } from './classify/chooseType.js';
import { documentChecks, type StepFindings } from './checks/documentChecks.js';
import type { TypeAsked } from './checks/typeChecks.js';
import { classifyDocument } from './classify/classifyDocument.js';
import type { DocumentJob, EngineOutcome, EngineDocumentType } from './documentEngine.js';
import { findPortrait } from './face/findPortrait.js';
import type { DocumentFaces } from './face/portrait.js';
import { fitCandidates, isOfPictures } from './classify/ofPictures.js';
import { examineFile } from './forensics/examineFile.js';
import { withField } from './forensics/withField.js';
import { framesOf } from './framesOf.js';
import { extractFields } from './extract/extractFields.js';
import type { Extraction } from './extract/extraction.js';
import type { MrzReading } from './mrz/mrzReading.js';
import { readMrz } from './mrz/readMrz.js';
import type { DocumentQuality } from './quality/quality.js';
import { proposeType } from './propose/proposeType.js';
import { judgeQuality } from './quality/judgeQuality.js';
import type { Ocr } from './reading/ocr/ocr.js';
import { UnreadableDocument } from './reading/page.js';
import { GaveWay } from './reading/pageReading.js';
import { readDocument, type OpenDocument, type ReadingTurns } from './reading/readDocument.js';
import { pageTexts } from './secondReader/pageTexts.js';
import { validateFields } from './validate/validateFields.js';

/** Pages that were read, by where their text came from. */
export interface PageCounts {
  text_layer: number;
  ocr: number;
}

/** A job that was run, with what its caller counts. */
export interface RanPipeline {
  outcome: EngineOutcome;
  pages: PageCounts;
  /** Where the code of a step failed, without any message: those can quote the document. For the log. */
  fault?: string;
}

/** What documents are read, and their faces looked at, with. */
export interface DocumentReaders {
  ocr: Ocr;
  faces: QualityReaders;
}

/**
 * Runs the steps of a job in order over one reading of its document. The document is read, and its zones and barcodes
 * looked for, by the first step that needs them, and their time is that step's.
 * @param turns how reading gives way between pages; the steps before it are then run again when it goes on
 * @throws GaveWay when it was another document's turn, and nothing else
 */
export async function runPipeline(
  job: DocumentJob,
  readers: DocumentReaders,
  onStep: (step: StepResult) => void,
  turns?: ReadingTurns,
): Promise<RanPipeline> {
  const findings = createFindings(job, readers, turns);
  const steps: StepResult[] = [];
  try {
    for await (const name of stepsOf(job, findings)) {
      const step = await runStep(name, steps.length, findings);
      steps.push(step.result);
      onStep(step.result);
      if (step.stop) return failedRun(steps, step.result.error ?? FAULT, step.fault);
    }
    const document = await findings.document();
    const came = job.proposes
      ? { result: null, proposal: await findings.proposal() }
      : { result: await resultOf(job, findings, document) };
    const told = job.tells_text && { text: pageTexts(document.pages) };
    return { outcome: { status: 'completed', steps, ...came, ...told }, pages: countPages(document) };
  } catch (error) {
    if (error instanceof GaveWay) throw error;
    // None of the steps looked at the document, and it cannot be read.
    return error instanceof UnreadableDocument
      ? failedRun(steps, error.message)
      : failedRun(steps, FAULT, framesOf(error));
  } finally {
    await findings.close();
  }
}

/** The steps of the type; where that is to be chosen, `classify` and then the other ones of the type that was. */
async function* stepsOf(job: DocumentJob, findings: Findings): AsyncGenerator<StepName> {
  if (!job.choice) return yield* stepsFor(job.documentType);
  yield 'classify';
  yield* stepsFor(await findings.type()).filter((name) => name !== 'classify');
}

/** What reads fields, and what judges them. */
const OF_FIELDS: readonly string[] = ['extract', 'validate', 'authenticity'];

/** The steps that a type asks for; of one that is for classification alone, or whose fields are no print, those that read no field. */
const stepsFor = ({ pipeline_steps, analysis_type }: EngineDocumentType): StepName[] =>
  pipeline_steps.filter((name) => analysis_type === 'extraction' || !OF_FIELDS.includes(name)) as StepName[];

const failedRun = (steps: StepResult[], error: string, fault?: string): RanPipeline => ({
  outcome: { status: 'failed', steps, result: null, error },
  pages: { text_layer: 0, ocr: 0 },
  fault,
});

const FAULT = 'This step ran into an internal error; the document was not judged.';

/** What the steps share; each part is worked out once, when it is first asked for. */
interface Findings {
  /** The type that the document is put through. */
  type(): Promise<EngineDocumentType>;
  /** What classification chose, where it chooses. */
  chosen(): Promise<ChosenType | undefined>;
  document(): Promise<OpenDocument>;
  mrz(): Promise<MrzReading[]>;
  barcodes(): Promise<BarcodeReading[]>;
  classification(): Promise<Classification>;
  extraction(): Promise<Extraction>;
  validation(): Promise<Validity>;
  quality(): Promise<DocumentQuality>;
  authenticity(): Promise<Authenticity>;
  faces(): Promise<DocumentFaces>;
  proposal(): Promise<TypeProposal>;
  close(): Promise<void>;
}

function createFindings(job: DocumentJob, { ocr, faces }: DocumentReaders, turns: ReadingTurns | undefined): Findings {
  const { documentType, choice, candidates, today } = job;
  let opened: Promise<OpenDocument> | undefined;
  const asPictures = !choice && isOfPictures(documentType);
  const document = () => (opened ??= readDocument(job.bytes, { ocr, turns, asPictures }));
  const mrz = once(async () => readMrz(await document(), { today: new Date(today) }));
  const barcodes = once(async () => readBarcodes(await document()));
  const readings = async () => ({ mrz: await mrz(), barcodes: await barcodes() });
  const classification = once(async () => {
    const read = await document();
    return classifyDocument(read, fitCandidates(read, candidates), await readings());
  });
  const chosen = once(async () => choice && chooseType(await classification(), candidates, choice));
  const type = async () => (await chosen())?.type ?? documentType;
  const extraction = once(async () => extractFields(await document(), await type(), await readings(), { today }));
  const authenticity = async () =>
    judgeAuthenticity(await document(), { mrz: await mrz(), extraction: await extraction() });
  const proposal = once(async () => {
    const found = { document: await document(), readings: await readings(), classification: await classification() };
    return proposeType({ ...found, candidates, today });
  });
  return {
    ...{ type, chosen, document, mrz, barcodes, classification, extraction, proposal },
    authenticity: once(authenticity),
    quality: once(async () => judgeQuality(await document())),
    faces: once(async () => findPortrait(await document(), faces)),
    validation: once(async () => validateFields(await extraction(), await type(), { today })),
    close: async () => (await opened?.catch(() => undefined))?.close().catch(() => undefined),
  };
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let result: Promise<Value> | undefined;
  return () => (result ??= work());
}

/** What each step puts into its `output`. */
const STEPS: { [name in StepName]: (findings: Findings) => Promise<object> } = {
  classify: (findings) => findings.classification(),
  extract: (findings) => findings.extraction(),
  validate: (findings) => findings.validation(),
  mrz: async (findings) => ({ mrz: await findings.mrz() }),
  barcode: async (findings) => ({ barcodes: await findings.barcodes() }),
  quality: (findings) => findings.quality(),
  authenticity: (findings) => findings.authenticity(),
  face: (findings) => findings.faces(),
};

async function runStep(
  tool: StepName,
  order: number,
  findings: Findings,
): Promise<{ result: StepResult; stop: boolean; fault?: string }> {
  const started = performance.now();
  const measured = () => Math.round((performance.now() - started) * 10) / 10;
  try {
    const output = { ...(await STEPS[tool](findings)) };
    return { result: { tool, order, status: 'success', output, duration_ms: measured() }, stop: false };
  } catch (error) {
    if (error instanceof GaveWay) throw error;
    const failed = (sentence: string): StepResult => ({
      ...{ tool, order, status: 'failed', output: {}, error: sentence, duration_ms: measured() },
    });
    if (error instanceof UnreadableDocument) return { result: failed(error.message), stop: true };
    return { result: failed(FAULT), stop: true, fault: framesOf(error) };
  }
}

async function resultOf(job: DocumentJob, findings: Findings, document: OpenDocument): Promise<PipelineResult> {
  const type = await findings.type();
  const { context_id, describes, validation_rules } = type;
  const ran = new Set<string>(stepsFor(type));
  const chosen = await findings.chosen();
  const classified = ran.has('classify') ? await findings.classification() : undefined;
  // What it was given as is a scene, as long as its print is of no other type.
  const found = classified && isOfScenes(type) && mayBeScene(classified) ? undefined : classified;
  const [document_type, confidence] = chosen
    ? [chosen.type?.context_id ?? chosen.classified_as, chosen.confidence]
    : [found?.document_type ?? context_id, found?.confidence ?? 1];
  const extraction = ran.has('extract') ? await findings.extraction() : undefined;
  const validation = ran.has('validate') ? await findings.validation() : undefined;
  const { pages, pages_total } = document;
  return {
    document_type,
    confidence: String(Math.round(confidence * 1e4) / 1e4),
    extracted: extraction?.extracted ?? {},
    confidences: extraction?.confidences ?? {},
    coordinates: extraction?.coordinates ?? {},
    raw: extraction?.raw ?? {},
    sources: extraction?.sources ?? {},
    valid: validation?.valid ?? true,
    violations: validation?.violations ?? [],
    ...(pages.length < pages_total && { truncated: { pages_read: pages.length, pages_total } }),
    checks: documentChecks({
      kind: describes?.kind,
      ...(await stepFindings(findings, ran)),
      forensics: withField(
        await examineFile(job.bytes, document, { today: job.today }),
        extraction?.coordinates ?? {},
        maskedFields(validation_rules),
      ),
      ...(extraction && { extraction }),
      ...(validation && { validation }),
      ...((found || chosen) && { asked: typeAsked(job, { document_type, confidence }) }),
    }),
  };
}

/** What the steps beyond classify, extract and validate found. A zone is missed only where it was asked for. */
async function stepFindings(findings: Findings, ran: ReadonlySet<string>): Promise<StepFindings> {
  const zones = ran.has('mrz') || ran.has('authenticity') ? await findings.mrz() : [];
  return {
    ...(ran.has('quality') && { quality: await findings.quality() }),
    ...((ran.has('mrz') || zones.length > 0) && { mrz: zones }),
    ...(ran.has('barcode') && { barcodes: await findings.barcodes() }),
    ...(ran.has('face') && { faces: await findings.faces() }),
    ...(ran.has('authenticity') && { authenticity: await findings.authenticity() }),
  };
}

/** The type that the document was asked to be, and the one that it was found to be; undefined where none was asked for. */
const typeAsked = (
  { documentType, choice }: DocumentJob,
  { document_type, confidence }: { document_type: string; confidence: number },
): TypeAsked | undefined => {
  const asked = choice ? choice.expected : documentType.context_id;
  return asked === undefined ? undefined : { asked, found: document_type, confidence };
};

const countPages = ({ pages }: OpenDocument): PageCounts => ({
  text_layer: pages.filter((page) => page.source === 'text_layer').length,
  ocr: pages.filter((page) => page.source === 'ocr').length,
});
