import { env } from 'node:process';
import { z } from 'zod';
import type { StepResult, TypeProposal } from '../../src/domain/documents/index.js';
import type { DocumentEngine } from '../../src/engines/documents/documentEngine.js';
import { pageTexts } from '../../src/engines/documents/secondReader/pageTexts.js';
import { withSecondReader } from '../../src/engines/documents/secondReader/withSecondReader.js';
import type { ThumbnailEngine } from '../../src/engines/documents/thumbnails/thumbnail.js';
import { createOpenAiModel } from '../../src/engines/language/openAiModel.js';
import { MODEL_SETTINGS, modelOf, type ModelConfig } from '../../src/platform/modelConfig.js';
import { shippedTypes } from '../accuracy/classification.js';
import type { Measured } from '../accuracy/part.js';
import { isForJudging } from '../types/wordedPages.js';
import {
  answerOf,
  foundAndFitting,
  type PageToPropose,
  proposeAlone,
  wordedPages,
  type WordedPage,
} from './discover.js';

/** Pages that a model is asked about: small ones take half a minute for one. `AUTHORING_PAGES` for another number. */
const PAGES = Number(env['AUTHORING_PAGES'] ?? 24);

/** The model that the settings name, as the service would ask it; undefined where they name none. */
export const modelOfSettings = (): ModelConfig | undefined => modelOf(z.object(MODEL_SETTINGS).parse(env));

/**
 * What a model adds to what the engine proposes: both alone and joined, over the same held-out pages, one of a type, with the types of their kind withheld.
 * @param name of the model
 * @param most pages
 */
export async function measureDiscoverWith(name: string, config: ModelConfig, most = PAGES): Promise<Measured> {
  const pages = await pagesForJudging(most);
  const today = new Date().toISOString().slice(0, 10);
  const [alone, joined, steps]: [ReturnType<typeof answerOf>[], ReturnType<typeof answerOf>[], StepResult[]] = [
    [],
    [],
    [],
  ];
  let changed = 0;
  for (const page of pages) {
    const asked = { pages: page.pages, candidates: page.others, today };
    const before = proposeAlone(asked);
    const { proposal, step } = await proposeWith(config, asked, before);
    if (step) steps.push(step);
    if (said(proposal) !== said(before)) changed++;
    alone.push(answerOf(page, before));
    joined.push(answerOf(page, proposal));
  }
  return {
    title: `Discover with a model server: ${name}`,
    figures: [
      ...foundAndFitting('the engine alone, kind withheld', alone),
      ...foundAndFitting('with the model, kind withheld', joined),
    ],
    heldOut: [],
    details: [...outcomesOf(steps), `proposals of ${changed} of ${pages.length} pages are others than the engine's`],
  };
}

/** A held-out page of each of so many types, evenly drawn; fewer where types have none. */
async function pagesForJudging(most: number): Promise<WordedPage[]> {
  const types = await shippedTypes();
  // About half of the issuers are for judging.
  const every = Math.max(1, Math.floor(types.length / (2 * most)));
  const drawn = types.map(({ context_id }) => context_id).filter((_, index) => index % every === 0);
  const pages = new Map<string, WordedPage>();
  for await (const page of wordedPages(types, drawn)) {
    const { context_id } = page.type;
    if (isForJudging(page.issuer) && !pages.has(context_id)) pages.set(context_id, page);
  }
  return [...pages.values()].slice(0, most);
}

async function proposeWith(
  config: ModelConfig,
  { pages, candidates, today }: PageToPropose,
  before: TypeProposal,
): Promise<{ proposal: TypeProposal; step: StepResult | undefined }> {
  const budget = { isSpent: () => Promise.resolve(false), spend: () => Promise.resolve() };
  const engine: DocumentEngine & ThumbnailEngine = {
    process: () =>
      Promise.resolve({
        status: 'completed',
        steps: [],
        result: null,
        proposal: before,
        text: pageTexts(pages),
      }),
    thumbnail: () => Promise.resolve(undefined),
    describe: nothing,
    close: () => Promise.resolve(),
  };
  const rules = { findOut: nothing };
  const keyedHash = () => Promise.resolve(Buffer.alloc(32));
  const questions = { write: () => Promise.resolve(''), strike: () => Promise.resolve() };
  const model = createOpenAiModel({ config, budget, keyedHash, questions });
  const reader = withSecondReader({ engine, model, rules, log: console });
  const { proposal = before, steps } = await reader.process({
    ...{ tenant_id: 'bench', bytes: Buffer.alloc(0), filename: '', documentType: candidates[0]!, candidates, today },
    ...{ extra: {}, proposes: true, allows_cloud: true, told_in: { stream: 'bench' } },
  });
  return { proposal, step: steps.at(-1) };
}

const nothing = (): Promise<never> => Promise.reject(new Error('Not asked here'));

/** What is proposed, without who found it. */
const said = ({ fields, titles }: TypeProposal): string =>
  JSON.stringify([fields.map(({ found_by: _, ...field }) => field), titles]);

/** What became of the questions, and of the fields that were named in the answers. */
function outcomesOf(steps: readonly StepResult[]): string[] {
  const answered = steps.filter(({ status }) => status === 'success').map(({ output }) => output);
  const silences = new Map<string, number>();
  for (const { error } of steps) if (error !== undefined) silences.set(error, (silences.get(error) ?? 0) + 1);
  const all = (what: 'agreed' | 'differing' | 'added'): number =>
    answered.reduce((sum, output) => sum + (output[what] as string[]).length, 0);
  const refused = answered.reduce((sum, { refused }) => sum + Number(refused), 0);
  const times = steps.map(({ duration_ms }) => duration_ms).sort((one, other) => one - other);
  return [
    `${answered.length} of ${steps.length} questions were answered`,
    ...[...silences].map(([why, count]) => `${count} were not: ${why}`),
    `fields that it named: ${all('agreed')} as the engine, ${all('differing')} with another value, ${all('added')} alone; ${refused} were refused`,
    `seconds for a question: median ${inSeconds(times[times.length >> 1])}, at most ${inSeconds(times.at(-1))}`,
  ];
}

const inSeconds = (ms = 0): string => (ms / 1000).toFixed(1);
