import type { ReactElement, ReactNode } from 'react';
import type { Place } from '../places.js';
import { useRefusalAt } from './formDraft.js';

/** Inputs of one part of what is written, with what was refused of it. */
export function DraftGroup({
  legend,
  places,
  children,
}: {
  legend: string;
  /** What it is about; what is refused of that is said here. */
  places: readonly Place[];
  children: ReactNode;
}): ReactElement {
  const refused = useRefusalAt(places);
  return (
    <fieldset className="field-form">
      <legend>{legend}</legend>
      {children}
      {refused && (
        <p role="alert" id={refused.id}>
          {refused.message}
        </p>
      )}
    </fieldset>
  );
}
