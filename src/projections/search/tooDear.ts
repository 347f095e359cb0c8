import { DomainError } from '../../domain/core/decider.js';
import { SearchTooDear } from '../../platform/search/search.js';

/** What a search answers; where it would cost too much, whoever asks is told. @throws DomainError `invalid` */
export async function withReason<Answer>(search: () => Promise<Answer>): Promise<Answer> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof SearchTooDear)) throw error;
    throw new DomainError('invalid', `The search ${error.message}: narrow it, by a time or a type for example`);
  }
}
