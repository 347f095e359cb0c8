import { createContext, useContext } from 'react';
import { isIn, type Named, type Place, type Refusal } from '../places.js';

/** What is written in a form, for all parts of it. */
export interface FormDraft {
  config: Named;
  onConfig: (config: Named) => void;
  isReadOnly: boolean;
  /** Whose document types it may name. */
  tenant_id: string;
  /** What the service refused when it was saved last, by its place. */
  refusal: Refusal | undefined;
}

/** Holds it. */
export const FormDraftContext = createContext<FormDraft>({
  ...{ config: {}, onConfig: () => undefined, isReadOnly: true, tenant_id: '', refusal: undefined },
});

/** What is written in the form. */
export const useFormDraft = (): FormDraft => useContext(FormDraftContext);

/** Where what was refused is said: inputs that it is about are described by it. */
const REFUSAL_ID = 'form-refusal';

/** What was refused, where it stands at one of some places, and what the text that says so is called by. */
export function useRefusalAt(places: readonly Place[]): { message: string; id: string } | undefined {
  const { refusal } = useFormDraft();
  const isHere = refusal && refusal.place.length > 0 && places.some((place) => isIn(refusal.place, place));
  return isHere ? { message: refusal.message, id: REFUSAL_ID } : undefined;
}
