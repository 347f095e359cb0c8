import { useState, type ReactElement } from 'react';
import { ToggleButton } from 'react-aria-components';
import { createStore } from '../state/store.js';
import { words } from '../words/words.js';
import { JsonField } from './JsonField.js';
import type { Refusal } from './places.js';

/** Whether people write in the form: what was written is shown as it was written. */
const asForm = createStore(false);

/** A configuration as JSON, or as a form that writes it. */
export function FormOrJson({
  form,
  label,
  text,
  onText,
  isReadOnly,
  refusal,
}: {
  /** Null while the text is no JSON; left out where there is no form of it. */
  form?: ReactElement | null | undefined;
  label: string;
  text: string;
  onText: (text: string) => void;
  isReadOnly: boolean;
  /** What the service refused of the text when it was sent last. */
  refusal?: Refusal | undefined;
}): ReactElement {
  const inForm = asForm.use();
  return (
    <>
      {form !== undefined && <FormToggle canBe={form !== null} />}
      {inForm && form ? form : <JsonField {...{ label, text, onText, isReadOnly, refusal }} />}
    </>
  );
}

/** Shows the text as a form, or the form as text. A text that is no JSON stays what is shown: it is not to turn into a form while somebody writes it. */
function FormToggle({ canBe }: { canBe: boolean }): ReactElement {
  const isAsked = asForm.use();
  const [asksInVain, setAsksInVain] = useState(false);
  return (
    <>
      <ToggleButton
        className="button"
        isSelected={isAsked && canBe}
        onChange={(asks) => {
          setAsksInVain(asks && !canBe);
          asForm.set(asks && canBe);
        }}
      >
        {words.editor.asForm}
      </ToggleButton>
      {asksInVain && !canBe && <p role="status">{words.editor.noFormOfText}</p>}
    </>
  );
}
