import type { ModelQuestions, SentQuestion } from '../../src/platform/modelQuestions.js';

/** Keeps in memory what is about to be sent to a model, as the table does. */
export function questionsKept(): Pick<ModelQuestions, 'write' | 'strike'> & { kept: Map<string, SentQuestion> } {
  const kept = new Map<string, SentQuestion>();
  return {
    kept,
    write(question: SentQuestion) {
      const id = String(kept.size);
      kept.set(id, question);
      return Promise.resolve(id);
    },
    strike(ids: readonly string[]) {
      for (const id of ids) kept.delete(id);
      return Promise.resolve();
    },
  };
}
