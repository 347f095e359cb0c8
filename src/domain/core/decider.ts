import type { DomainEvent } from './event.js';

/**
 * The rules of one aggregate: what may happen (`decide`) and what has become of it (`evolve`). Both pure and total.
 * After Jérémie Chassaing, "Functional Event Sourcing Decider" (2021).
 */
export interface Decider<State, Command, Event extends DomainEvent> {
  initial: State;
  /** The facts a command leads to; none when it changes nothing. @throws DomainError when it is not allowed */
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
  /**
   * What is made with a test key and what is not are worlds apart: a test key changes only what is of a trial. With `until_meant` what a test
   * key made is a trial no longer once it is changed with a live key.
   */
  trialsApart?: true | 'until_meant';
}

/** Folds a history into a state. */
export const fold = <State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: readonly Event[],
): State => events.reduce((state, event) => decider.evolve(state, event), decider.initial);

/** Why a command was refused: the word decides the HTTP status, the sentence is for the user. */
export type RefusalReason =
  /** There is no such thing (404). */
  | 'not_found'
  /** A duplicate, or the wrong state (409). */
  | 'conflict'
  /** It has changed since the caller looked at it (412). */
  | 'changed'
  /** A business rule is broken (400). */
  | 'rule_broken'
  /** A value is not acceptable (422). */
  | 'invalid'
  /** The actor may not do this (403). */
  | 'forbidden';

/** A command was refused by the domain. `message` is one readable sentence, safe to show. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
  }
}

/** What everyone is told who names an id of which there is nothing, or nothing that they may see. `what` is the kind of thing. */
export const noneWithThisId = (what: string): DomainError =>
  new DomainError('not_found', `There is no ${what} with this id`);
