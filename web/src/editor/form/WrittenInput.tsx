import { useState, type ReactElement } from 'react';
import { Input, Label, TextArea, TextField } from 'react-aria-components';
import { isAlike } from '../isAlike.js';
import { valueAt, withValue, type Place } from '../places.js';
import { useFormDraft, useRefusalAt } from './formDraft.js';
import { linesWritten, namesWritten, shareWritten, wholeNumberWritten } from './written.js';

/** A text that stands for a value: it is kept as it is written for as long as it means what stands in the draft. */
export function WrittenInput<Value>({
  label,
  place,
  value,
  read,
  show,
  onValue,
  rows,
  id,
}: {
  /** What it is found by, where something is to be gone on with there. */
  id?: string | undefined;
  label: string;
  /** Where it stands in what is written. */
  place: Place;
  value: Value;
  read: (text: string) => Value;
  show: (value: Value) => string;
  onValue: (value: Value) => void;
  /** Lines, where it may have several. */
  rows?: number;
}): ReactElement {
  const { isReadOnly } = useFormDraft();
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
      {rows === undefined ? <Input id={id} spellCheck={false} autoComplete="off" /> : <TextArea rows={rows} />}
    </TextField>
  );
}

/** How a number or a text is shown; what is neither is not. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What most inputs say: their label, and where their value stands. */
interface AtPlace {
  label: string;
  place: readonly string[];
}

/** A whole number, or a share, 0 to 1; nothing stands there where it is empty. */
export function NumberInput({ id, label, place, isShare }: AtPlace & { id?: string; isShare?: true }): ReactElement {
  const { config, onConfig } = useFormDraft();
  return (
    <WrittenInput<unknown>
      {...{ id, label, place, read: isShare ? shareWritten : wholeNumberWritten, show: shown }}
      value={valueAt(config, place)}
      onValue={(value) => onConfig(withValue(config, place, value))}
    />
  );
}

/** A text; nothing stands there where it is empty. */
export function TextInput({ label, place, rows }: AtPlace & { rows?: number }): ReactElement {
  const { config, onConfig } = useFormDraft();
  return (
    <WrittenInput<unknown>
      {...{ label, place, show: shown, ...(rows !== undefined && { rows }) }}
      read={(text) => (text === '' ? undefined : text)}
      value={valueAt(config, place)}
      onValue={(value) => onConfig(withValue(config, place, value))}
    />
  );
}

/** Names with commas between them; nothing stands there where there is none. */
export const NamesInput = (at: AtPlace): ReactElement => <TextsInput {...at} read={namesWritten} between=", " />;

/** Texts that may have commas, a line each. */
export const LinesInput = (at: AtPlace): ReactElement => (
  <TextsInput {...at} read={linesWritten} between={'\n'} rows={3} />
);

function TextsInput({
  place,
  between,
  ...props
}: AtPlace & { read: (text: string) => string[]; between: string; rows?: number }): ReactElement {
  const { config, onConfig } = useFormDraft();
  const value = valueAt(config, place);
  return (
    <WrittenInput<string[]>
      {...props}
      place={place}
      show={(texts) => texts.join(between)}
      value={Array.isArray(value) ? value.map(String) : []}
      onValue={(texts) => onConfig(withValue(config, place, texts.length > 0 ? texts : undefined))}
    />
  );
}
