import { bothTokens, type LanguageModel, type ModelFacts, type ModelShown, ModelSilent } from './languageModel.js'; // prettier-ignore

/** What is told of all questions that were put to a model, answered or not: `modelAsked` of it is kept in the log. */
export function askedOf({ name, where }: ModelFacts, shown: readonly ModelShown[]): { [key: string]: unknown } {
  const counted = shown.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens]));
  return {
    model: shown.findLast(({ model }) => model !== undefined)?.model ?? name,
    ...{ where, sent: [...new Set(shown.flatMap(({ sent }) => sent))] },
    prompt_hashes: shown.map(({ prompt_hash }) => prompt_hash),
    ...(counted.length > 0 && { tokens: counted.reduce(bothTokens) }),
  };
}

/** A model that notes what it was shown, whatever becomes of its answer: what fails afterwards takes nothing of that away. */
export function noting(model: LanguageModel): { model: LanguageModel; shown: readonly ModelShown[] } {
  const shown: ModelShown[] = [];
  return {
    shown,
    model: {
      ...model,
      async ask(question) {
        try {
          const answered = await model.ask(question);
          shown.push(answered.use);
          return answered;
        } catch (error) {
          if (error instanceof ModelSilent && error.left) shown.push(error.left);
          throw error;
        }
      },
    },
  };
}
