import type { PipelineResult } from '../../../domain/documents/index.js';
import type { LanguageModel } from '../../language/languageModel.js';
import type { RuleChecks } from '../../rules/ruleChecks.js';
import { validityByRules } from '../../rules/validityByRules.js';
import { ruleChecks } from '../checks/ruleChecks.js';
import type { EngineDocumentType, PageText } from '../documentEngine.js';
import type { FieldPlan } from '../extract/fieldPlan.js';
import { readValues } from '../extract/readValue.js';
import { readingContext } from '../extract/readingContext.js';
import { findOnPage, searchablePages } from './findOnPage.js';
import { type JoinedReadings, joinReadings, type SecondReading, withChecks } from './joinReadings.js';
import type { JobToShow } from './modelStep.js';
import { askedFields, contentOf, formOfAnswer, instructionsFor, type PrintedAnswer } from './question.js';

/** What asking for fields stands on. */
export interface SecondFieldsDeps {
  model: LanguageModel;
  rules: Pick<RuleChecks, 'findOut'>;
}

/** A document that the engine read by the fields of a type. */
export interface ReadByType {
  job: JobToShow;
  result: PipelineResult;
  type: EngineDocumentType;
  text: readonly PageText[];
  /** Its pages as a model that sees is shown them (`picturesOf`). */
  pictures: () => Promise<readonly Uint8Array[]>;
  /** Whether it is held to the rules of the type. */
  isValidated: boolean;
}

/**
 * Asks a model for the fields of a type, joins what it points at to what the engine read, and holds what it added to the rules of the type.
 * @returns undefined where there is nothing to ask for
 * @throws ModelSilent
 */
export async function readFieldsAgain(
  deps: SecondFieldsDeps,
  document: ReadByType,
): Promise<(JoinedReadings & { asked: number }) | undefined> {
  const { result, type, text } = document;
  const plans = askedFields(type, result.sources);
  if (plans.length === 0 || text.every(({ lines }) => lines.length === 0)) return undefined;
  const answer = await ask(deps, document, plans);
  const joined = joinReadings(result, groundedIn(answer, plans, document));
  const judged = joined.added.length > 0 ? await judgedByRules(deps.rules, document, joined.result) : joined.result;
  return { ...joined, result: judged, asked: plans.length };
}

async function ask(
  { model }: SecondFieldsDeps,
  { job: { tenant_id, told_in }, type, text, ...document }: ReadByType,
  plans: readonly FieldPlan[],
): Promise<PrintedAnswer> {
  const isSeen = model.facts.sees && type.model_hint === 'vlm';
  const pictures = isSeen ? await document.pictures() : [];
  const { answer } = await model.ask({
    ...{ tenant_id, told_in, name: 'printed_values' },
    ...{ instructions: instructionsFor(type, plans), content: contentOf(text) },
    ...{ pictures, answer: formOfAnswer(plans) },
  });
  return answer;
}

/** What of an answer stands on the page, read as the engine reads print of such a field. What cannot be read so counts as not said. */
function groundedIn(answer: PrintedAnswer, plans: readonly FieldPlan[], { text, job }: ReadByType): SecondReading {
  const pages = searchablePages(text);
  const segments = text.flatMap(({ lines }) => lines);
  const context = readingContext({ segments }, { mrz: [], barcodes: [] }, job.today);
  const values: SecondReading['values'] = {};
  const invented: string[] = [];
  for (const plan of plans) {
    const said = answer[plan.name] ?? null;
    if (said === null || said === '') continue;
    const print = findOnPage(String(said), pages);
    const [read] = print ? readValues(print.raw.replaceAll('\n', ' '), plan, context) : [];
    if (!print) invented.push(plan.name);
    else if (read) values[plan.name] = { ...print, value: read.value };
  }
  return { values, invented };
}

/** Holds a result with other values to the rules of its type, where its run is held to them. */
export async function judgedByRules(
  rules: SecondFieldsDeps['rules'],
  { job: { tenant_id, today }, type, isValidated }: ReadByType,
  result: PipelineResult,
): Promise<PipelineResult> {
  if (!isValidated) return result;
  const { document_type, extracted, raw } = result;
  const validity = await validityByRules(rules, { document_type, extracted, raw }, { tenant_id, type, today });
  const checks = withChecks(result.checks ?? [], ruleChecks(validity, result.coordinates));
  return { ...result, ...validity, checks };
}
