import { describe, expectTypeOf, test } from 'vitest';
import type { AgentRunPhase } from '../../../../src/domain/executions/agentRun.js';
import type { CaseResult } from '../../../../src/domain/cases/index.js';
import type {
  AuthenticityOutputView,
  BarcodeOutputView,
  ClassifyOutputView,
  ExtractOutputView,
  FaceOutputView,
  MrzOutputView,
  PipelineResult,
  QualityOutputView,
  StepName,
} from '../../../../src/domain/documents/index.js';
import type { Authenticity } from '../../../../src/engines/documents/authenticity/authenticity.js';
import type { BarcodeReading } from '../../../../src/engines/documents/barcode/barcodeReading.js';
import type { Classification } from '../../../../src/engines/documents/classify/classification.js';
import type { Extraction } from '../../../../src/engines/documents/extract/extraction.js';
import type { DocumentFaces, Portrait } from '../../../../src/engines/documents/face/portrait.js';
import type { MrzReading } from '../../../../src/engines/documents/mrz/mrzReading.js';
import type { DocumentQuality } from '../../../../src/engines/documents/quality/quality.js';
import type { CaseResultView } from '../../../../src/api/cases/caseResultContract.js';
import type { AgentRunPhaseView, PipelineResultView } from '../../../../src/api/executions/resultContract.js';
import type { StepView } from '../../../../src/api/executions/stepContract.js';

/** That what is described is what there is: it fits, and has the same members. The types fail to compile where it is not. */
type Same<Made extends Shown, Shown> = [keyof Shown] extends [keyof Made]
  ? [keyof Made] extends [keyof Shown]
    ? true
    : Exclude<keyof Made, keyof Shown>
  : Exclude<keyof Shown, keyof Made>;

describe('the description has all members of what is answered', () => {
  test('in what each step puts out', () => {
    expectTypeOf<Same<Classification, ClassifyOutputView>>().toEqualTypeOf<true>();
    expectTypeOf<Same<Extraction, ExtractOutputView>>().toEqualTypeOf<true>();
    expectTypeOf<Same<{ mrz: MrzReading[] }, MrzOutputView>>().toEqualTypeOf<true>();
    expectTypeOf<Same<MrzReading, MrzOutputView['mrz'][number]>>().toEqualTypeOf<true>();
    expectTypeOf<Same<BarcodeReading, BarcodeOutputView['barcodes'][number]>>().toEqualTypeOf<true>();
    expectTypeOf<Same<DocumentQuality, QualityOutputView>>().toEqualTypeOf<true>();
    expectTypeOf<Same<DocumentQuality['pages'][number], QualityOutputView['pages'][number]>>().toEqualTypeOf<true>();
    expectTypeOf<Same<DocumentFaces, FaceOutputView>>().toEqualTypeOf<true>();
    expectTypeOf<Same<Portrait, NonNullable<FaceOutputView['portrait']>>>().toEqualTypeOf<true>();
    expectTypeOf<Same<Authenticity, AuthenticityOutputView>>().toEqualTypeOf<true>();
  });

  test('in what runs come to', () => {
    expectTypeOf<Same<PipelineResult, PipelineResultView>>().toEqualTypeOf<true>();
    expectTypeOf<Same<AgentRunPhase, AgentRunPhaseView>>().toEqualTypeOf<true>();
    expectTypeOf<Exclude<keyof CaseResult, keyof CaseResultView>>().toBeNever();
  });

  test('and every step has a form of its own', () => {
    type Formless = {
      [Name in StepName]: [Extract<StepView, { tool: Name }>] extends [never] ? Name : never;
    }[StepName];
    expectTypeOf<Formless>().toBeNever();
  });
});
