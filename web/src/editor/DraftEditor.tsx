import type { QueryKey } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { createStore } from '../state/store.js';
import { words } from '../words/words.js';
import { DifferenceTable } from './DifferenceTable.js';
import { JsonField } from './JsonField.js';
import type { Refusal } from './places.js';
import { Simulation, type SimulationProps } from './Simulation.js';

/** What is changed, and what may be done with the change. */
export interface DraftEditorProps {
  /** What stands above the JSON: the fields that are no part of it, and what is to be known. */
  children?: ReactNode;
  /** What is to be seen before it is saved. */
  beforeSaving?: ReactNode;
  /** The same as a form, where there is one; null while the text is no JSON. */
  form?: ReactElement | null;
  label: string;
  text: string;
  onText: (text: string) => void;
  /** What the service refused of the text when it was saved last. */
  refusal?: Refusal | undefined;
  /** It as it is saved. */
  before: unknown;
  /** It as it would be; undefined where the text is no JSON. */
  after: unknown;
  mayChange: boolean;
  /** Whether the change cannot be saved as it stands. */
  isDisabled: boolean;
  save: () => Promise<unknown>;
  simulate: SimulationProps['begin'];
  /** What is read again once it is saved. */
  refreshes: readonly QueryKey[];
}

/** Whether people write in the form: what was saved is shown as it was written. */
const asForm = createStore(false);

/** Changes a configuration as JSON, or in a form that writes it: what differs is shown, and what that would do to the past is tried before it is saved. */
export function DraftEditor(props: DraftEditorProps): ReactElement {
  const {
    children,
    form,
    label,
    text,
    onText,
    before,
    after,
    mayChange,
    isDisabled,
    save,
    simulate,
    refreshes,
    beforeSaving,
    refusal,
  } = props;
  const inForm = asForm.use();
  return (
    <section className="editor">
      {children}
      {form !== undefined && (
        <ToggleButton className="button" isSelected={inForm} onChange={asForm.set}>
          {words.editor.asForm}
        </ToggleButton>
      )}
      {inForm && form ? form : <JsonField {...{ label, text, onText, refusal }} isReadOnly={!mayChange} />}
      {after !== undefined && <DifferenceTable {...{ before, after }} />}
      {beforeSaving}
      {mayChange && (
        <>
          <div className="row">
            <ActButton isSmall={false} act={save} {...{ isDisabled, refreshes }}>
              {words.review.save}
            </ActButton>
          </div>
          <Simulation begin={simulate} isDisabled={isDisabled} />
        </>
      )}
    </section>
  );
}
