/** Why something may be erased. Words of the service's own: what somebody writes could name the person that is to be forgotten. */
export const ERASURE_REASONS = ['person_asked', 'retention_ended', 'opened_by_mistake', 'other'] as const;

/** Why something was erased. */
export type ErasureReason = (typeof ERASURE_REASONS)[number];
