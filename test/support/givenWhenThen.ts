import { expect } from 'vitest';
import { DomainError, fold, type Decider, type RefusalReason } from '../../src/domain/core/decider.js';
import type { DomainEvent } from '../../src/domain/core/event.js';

/** Tells a rule as a story: given what happened, when this is asked, then that happens, or it is refused. */
export const storiesOf = <State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) => ({
  given: (...history: Event[]) => ({
    when: (command: Command) => ({
      then: (...events: Event[]): void => {
        expect(decider.decide(command, fold(decider, history))).toEqual(events);
      },
      thenNothing: (): void => {
        expect(decider.decide(command, fold(decider, history))).toEqual([]);
      },
      thenRefused: (reason: RefusalReason, sentence: RegExp): void => {
        const refusal = refusalOf(() => decider.decide(command, fold(decider, history)));
        expect(refusal).toMatchObject({ reason, message: expect.stringMatching(sentence) as string });
      },
    }),
  }),
});

function refusalOf(decide: () => unknown): DomainError {
  try {
    decide();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('The command was not refused');
}
