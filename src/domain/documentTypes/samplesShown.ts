import { z } from 'zod';
import type { Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { modelAsked } from '../documents/index.js';

/** A language model was asked what samples state, of which a type was to be proposed or on which one was tried: which model, and what was sent to it. Nothing that a sample says. */
export const SamplesShownToModel = defineEvent(
  'SamplesShownToModel',
  z.object({
    /** What each reading of a sample was, in their order; readings that no model was asked about are left out. */
    asked: z.array(modelAsked),
  }),
);

/** Samples that a language model was shown. */
export type SamplesShownEvent = EventOf<typeof SamplesShownToModel>;

/** What a model was asked about samples. */
export type SamplesShown = SamplesShownEvent['data'];

/** The stream of the samples of one request, which nothing follows. */
export const samplesShownStream = (id: string): string => `samplesShown-${id}`;

/** The rules of samples that were shown: what was told is not told again. */
export const samplesShown: Decider<SamplesShown | null, SamplesShown, SamplesShownEvent> = {
  initial: null,
  decide(shown, before) {
    const told = new Set(before?.asked.flatMap(({ prompt_hashes }) => prompt_hashes));
    const asked = shown.asked.filter(({ prompt_hashes }) => prompt_hashes.some((hash) => !told.has(hash)));
    return asked.length > 0 ? [{ type: 'SamplesShownToModel', data: { asked } }] : [];
  },
  evolve: (before, { data }) => ({ asked: [...(before?.asked ?? []), ...data.asked] }),
};
