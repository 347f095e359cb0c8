import { useState, type ReactElement, type ReactNode } from 'react';
import { Input, Label, TextArea, TextField } from 'react-aria-components';
import { valueAt, withValue, type Place } from '../../editor/places.js';
import { namesWritten, shareWritten, wholeNumberWritten } from './agentParts.js';
import { useAgentDraft, useRefusalAt } from './agentDraft.js';
import { isAlike } from '../../editor/isAlike.js';

/** Inputs of one part of a definition, with what was refused of it. */
export function DraftGroup({
  legend,
  places,
  children,
}: {
  legend: string;
  /** What of the definition it is about; what is refused of that is said here. */
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

/** A text that stands for a value: it is kept as it is written for as long as it means what stands in the draft. */
export function WrittenInput<Value>({
  label,
  place,
  value,
  read,
  show,
  onValue,
  rows,
}: {
  label: string;
  /** Where it stands in the definition. */
  place: Place;
  value: Value;
  read: (text: string) => Value;
  show: (value: Value) => string;
  onValue: (value: Value) => void;
  /** Lines, where it may have several. */
  rows?: number;
}): ReactElement {
  const { isReadOnly } = useAgentDraft();
  const refused = useRefusalAt([place]);
  const [written, setWritten] = useState('');
  const isStill = isAlike(read(written), value);
  return (
    <TextField
      value={isStill ? written : show(value)}
      onChange={(text) => {
        setWritten(text);
        onValue(read(text));
      }}
      isInvalid={refused !== undefined}
      {...{ isReadOnly, ...(refused && { 'aria-describedby': refused.id }) }}
    >
      <Label>{label}</Label>
      {rows === undefined ? <Input spellCheck={false} autoComplete="off" /> : <TextArea rows={rows} />}
    </TextField>
  );
}

/** How a number or a text is shown; what is neither is not. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What most inputs say: their label, and where in the definition their value stands. */
interface AtPlace {
  label: string;
  place: readonly string[];
}

/** A whole number, or a share, 0 to 1; nothing stands in the definition where it is empty. */
export function NumberInput({ label, place, isShare }: AtPlace & { isShare?: true }): ReactElement {
  const { definition, onDefinition } = useAgentDraft();
  return (
    <WrittenInput<unknown>
      {...{ label, place, read: isShare ? shareWritten : wholeNumberWritten, show: shown }}
      value={valueAt(definition, place)}
      onValue={(value) => onDefinition(withValue(definition, place, value))}
    />
  );
}

/** A text; nothing stands in the definition where it is empty. */
export function TextInput({ label, place, rows }: AtPlace & { rows?: number }): ReactElement {
  const { definition, onDefinition } = useAgentDraft();
  return (
    <WrittenInput<unknown>
      {...{ label, place, show: shown, ...(rows !== undefined && { rows }) }}
      read={(text) => (text === '' ? undefined : text)}
      value={valueAt(definition, place)}
      onValue={(value) => onDefinition(withValue(definition, place, value))}
    />
  );
}

/** Names with commas between them. */
export function NamesInput({ label, place }: AtPlace): ReactElement {
  const { definition, onDefinition } = useAgentDraft();
  const value = valueAt(definition, place);
  return (
    <WrittenInput<string[]>
      {...{ label, place, read: namesWritten }}
      show={(names) => names.join(', ')}
      value={Array.isArray(value) ? value.map(String) : []}
      onValue={(names) => onDefinition(withValue(definition, place, names))}
    />
  );
}

/** Something that is so or not. */
export function Tick({
  label,
  isTicked,
  onTick,
}: {
  label: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}): ReactElement {
  const { isReadOnly } = useAgentDraft();
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isTicked}
        disabled={isReadOnly}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
