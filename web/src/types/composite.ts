/** Begins a step that reads the pages as another type. */
const MEMBER = 'type:';

/** The step that reads the pages as a type. */
export const memberStep = (context_id: string): string => `${MEMBER}${context_id}`;

/** The types that steps read the pages as: those that a composite is made of. */
export const membersIn = (steps: readonly string[]): string[] =>
  steps.flatMap((step) => (step.startsWith(MEMBER) ? [step.slice(MEMBER.length)] : []));
