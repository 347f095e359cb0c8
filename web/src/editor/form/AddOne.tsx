import { useId, useState, type ReactElement } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { LabelledSelect } from '../../forms/LabelledSelect.js';

/** Adds one more of what there is to choose from. */
export function AddChosen({
  id,
  label,
  button,
  buttonLabel,
  choices,
  onAdd,
}: {
  /** What it is found by, where something is to be gone on with there. */
  id?: string;
  label: string;
  /** What the button says. */
  button: string;
  /** What it does, where that alone does not say what something is added to. */
  buttonLabel?: string;
  choices: readonly (readonly [value: string, text: string])[];
  onAdd: (value: string) => void;
}): ReactElement {
  const [chosen, setChosen] = useState('');
  const ownId = useId();
  const listId = id ?? ownId;
  const isThere = choices.some(([one]) => one === chosen);
  return (
    <>
      <LabelledSelect
        id={listId}
        label={label}
        value={isThere ? chosen : ''}
        choices={[['', '–'], ...choices]}
        onChoose={setChosen}
      />
      <Button
        className="button"
        aria-label={buttonLabel}
        isDisabled={!isThere}
        onPress={() => {
          // What was added is no choice any more: the button is disabled then, and would take the focus with it.
          document.getElementById(listId)?.focus();
          onAdd(chosen);
        }}
      >
        {button}
      </Button>
    </>
  );
}

/** Adds one more by a name that is written. */
export function AddWritten({
  label,
  button,
  onAdd,
}: {
  label: string;
  button: string;
  onAdd: (name: string) => void;
}): ReactElement {
  const [written, setWritten] = useState('');
  const name = written.trim();
  const add = (): void => {
    if (name === '') return;
    onAdd(name);
    setWritten('');
  };
  return (
    <div className="row">
      <TextField value={written} onChange={setWritten} onKeyDown={({ key }) => key === 'Enter' && add()}>
        <Label>{label}</Label>
        <Input spellCheck={false} autoComplete="off" />
      </TextField>
      <Button className="button" isDisabled={name === ''} onPress={add}>
        {button}
      </Button>
    </div>
  );
}
