import { createContext, useContext } from 'react';
import { isIn, type Named, type Place, type Refusal } from '../../editor/places.js';

/** The definition that is written, for all parts of the form. */
export interface AgentDraft {
  definition: Named;
  onDefinition: (definition: Named) => void;
  isReadOnly: boolean;
  /** Whose document types it may name. */
  tenant_id: string;
  /** What the service refused when it was saved last, by its place in the definition. */
  refusal: Refusal | undefined;
}

/** Holds it. */
export const AgentDraftContext = createContext<AgentDraft>({
  ...{ definition: {}, onDefinition: () => undefined, isReadOnly: true, tenant_id: '', refusal: undefined },
});

/** The definition that is written. */
export const useAgentDraft = (): AgentDraft => useContext(AgentDraftContext);

/** Where what was refused is said: inputs that it is about are described by it. */
const REFUSAL_ID = 'agent-form-refusal';

/** What was refused, where it stands at one of some places, and what the text that says so is called by. */
export function useRefusalAt(places: readonly Place[]): { message: string; id: string } | undefined {
  const { refusal } = useAgentDraft();
  const isHere = refusal && refusal.place.length > 0 && places.some((place) => isIn(refusal.place, place));
  return isHere ? { message: refusal.message, id: REFUSAL_ID } : undefined;
}
