import type { QueryKey } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { words } from '../words/words.js';
import { DifferenceTable } from './DifferenceTable.js';
import { FormOrJson } from './FormOrJson.js';
import type { Refusal } from './places.js';
import { SavedMeanwhile } from './SavedMeanwhile.js';
import { Simulation, type SimulationProps } from './Simulation.js';
import type { EditedDraft } from './useDraft.js';

/** What is changed, and what may be done with the change. */
export interface DraftEditorProps {
  /** What stands above the JSON: the fields that are no part of it, and what is to be known. */
  children?: ReactNode;
  /** What is to be seen before it is saved. */
  beforeSaving?: ReactNode;
  /** The same as a form, where there is one; null while the text is no JSON. */
  form?: ReactElement | null;
  label: string;
  draft: Pick<EditedDraft<object>, 'text' | 'setText' | 'overtakenBy' | 'takeSaved' | 'taken'>;
  /** What the service refused of the text when it was saved last. */
  refusal?: Refusal | undefined;
  /** It as it is saved. */
  before: unknown;
  /** It as it would be; undefined where the text is no JSON. */
  after: unknown;
  mayChange: boolean;
  /** Whether the change cannot be saved as it stands. */
  isDisabled: boolean;
  /** What the service doubted of what it took last. */
  doubts?: readonly string[];
  save: () => Promise<unknown>;
  simulate: SimulationProps['begin'];
  /** What is read again once it is saved. */
  refreshes: readonly QueryKey[];
}

/** Changes a configuration as JSON, or in a form that writes it: what differs is shown, and what that would do to the past is tried before it is saved. */
export function DraftEditor(props: DraftEditorProps): ReactElement {
  const {
    children,
    form,
    label,
    draft: { text, setText, overtakenBy, takeSaved, taken },
    before,
    after,
    mayChange,
    isDisabled,
    save,
    simulate,
    refreshes,
    beforeSaving,
    refusal,
    doubts = [],
  } = props;
  return (
    <section className="editor">
      {children}
      <FormOrJson {...{ form, label, text, refusal }} onText={setText} isReadOnly={!mayChange} />
      {after !== undefined && <DifferenceTable {...{ before, after }} />}
      {overtakenBy && <SavedMeanwhile by={overtakenBy} onTake={takeSaved} />}
      {doubts.map((doubt) => (
        <p key={doubt} role="status" className="doubt">
          {doubt}
        </p>
      ))}
      {beforeSaving}
      {mayChange && (
        <>
          <div className="row">
            {/* What was refused is said of what was written then, and goes with it. */}
            <ActButton key={taken} isSmall={false} act={save} {...{ isDisabled, refreshes }}>
              {words.review.save}
            </ActButton>
          </div>
          <Simulation begin={simulate} isDisabled={isDisabled} />
        </>
      )}
    </section>
  );
}
