import type { Log } from '../../../platform/log.js';
import type { LanguageModel } from '../../language/languageModel.js';
import type { EngineOutcome } from '../documentEngine.js';
import type { ThumbnailEngine } from '../thumbnails/thumbnail.js';
import { joinProposals } from './joinProposals.js';
import { type ReadOnce, withModelStep } from './modelStep.js';
import { askedOf, noting } from '../../language/noting.js';
import { picturesOf } from './pictures.js';
import { proposalInstructions, statedFields } from './proposalQuestion.js';
import { contentOf } from './question.js';
import { silenceOf } from './silence.js';

/** What a second proposal stands on. */
export interface SecondProposalDeps {
  engine: ThumbnailEngine;
  model: LanguageModel;
  log: Pick<Log, 'error'>;
}

/**
 * Asks a model what a document states that is of no type that the engine knows, and joins what stands on the page to what the engine proposes. A document that surely is of a known type is
 * shown to nobody: its type says what it states.
 */
export async function proposeAgain(
  { engine, model: asked, log }: SecondProposalDeps,
  { job, outcome, text, onStep }: ReadOnce,
): Promise<EngineOutcome> {
  const { proposal } = outcome;
  if (!proposal || proposal.known || text.every(({ lines }) => lines.length === 0)) return outcome;
  const { tenant_id, told_in, candidates, today } = job;
  const started = performance.now();
  const { model, shown } = noting(asked);
  try {
    const { answer } = await model.ask({
      ...{ tenant_id, told_in, name: 'stated_fields' },
      ...{ instructions: proposalInstructions(candidates), content: contentOf(text) },
      ...{ pictures: model.facts.sees ? await picturesOf(engine, job, text) : [], answer: statedFields },
    });
    const { proposal: joined, ...came } = joinProposals(proposal, answer, { text, candidates, today });
    const output = { ...askedOf(model.facts, shown), ...came };
    return { ...withModelStep(outcome, { status: 'success', output, started }, onStep), proposal: joined };
  } catch (error) {
    const why = silenceOf(error, log);
    const output = askedOf(model.facts, shown);
    return withModelStep(outcome, { status: 'failed', output, error: why, started }, onStep);
  }
}
