import { useState, type ReactElement } from 'react';
import { Button, Input, Label, Text, TextField } from 'react-aria-components';
import { words } from '../../words/words.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import type { FieldRow, Format, RuleChange } from './typeFields.js';

/** What may be done with a field. */
export interface FieldChanges {
  onName: (name: string) => void;
  onType: (type: string) => void;
  /** What it says empty is taken away. */
  onRule: (rule: RuleChange) => void;
  /** By how many places; 1 is one further down. */
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** A field of a document type, as a group of inputs. */
export function FieldForm({
  index,
  row: { name, type, rule },
  isTaken,
  refusal,
  isReadOnly,
  onName,
  onType,
  onRule,
  onMove,
  onRemove,
}: FieldChanges & {
  index: number;
  row: FieldRow;
  /** Whether another field has a name. */
  isTaken: (name: string) => boolean;
  /** What the service refused about it. */
  refusal: string | undefined;
  isReadOnly: boolean;
}): ReactElement {
  return (
    <fieldset className="field-form">
      <legend>{name}</legend>
      <NameInput key={name} {...{ index, name, isTaken, isReadOnly, onName }} />
      <Written label={words.types.hint} value={type} onChange={onType} isReadOnly={isReadOnly} />
      <LabelledSelect<Format>
        id={`field-format-${index}`}
        label={words.types.format}
        value={rule.format ?? ''}
        choices={formatsWith(rule.format ?? '')}
        onChoose={(format) => onRule({ format })}
        isDisabled={isReadOnly}
      />
      <Written
        label={words.types.pattern}
        value={rule.regex ?? ''}
        onChange={(regex) => onRule({ regex })}
        isReadOnly={isReadOnly}
      />
      {(['required', 'mask'] as const).map((member) => (
        <label key={member} className="check">
          <input
            type="checkbox"
            checked={rule[member] === true}
            disabled={isReadOnly}
            onChange={(event) => onRule({ [member]: event.currentTarget.checked })}
          />
          {words.types[member]}
        </label>
      ))}
      {!isReadOnly && (
        <div className="row">
          <Button className="button small" aria-label={words.types.upOf(name)} onPress={() => onMove(-1)}>
            {words.types.up}
          </Button>
          <Button className="button small" aria-label={words.types.downOf(name)} onPress={() => onMove(1)}>
            {words.types.down}
          </Button>
          <Button className="button small" aria-label={words.types.removeOf(name)} onPress={onRemove}>
            {words.types.remove}
          </Button>
        </div>
      )}
      {refusal !== undefined && <p role="alert">{refusal}</p>}
    </fieldset>
  );
}

/** What there is, and a format that stands there and is none. */
function formatsWith(format: Format): (readonly [Format, string])[] {
  const known = Object.entries(words.types.formats) as [Format, string][];
  const isKnown = format === '' || format in words.types.formats;
  return [['', words.types.noFormat], ...known, ...(isKnown ? [] : [[format, format] as const])];
}

function Written({
  label,
  ...props
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
}): ReactElement {
  return (
    <TextField {...props}>
      <Label>{label}</Label>
      <Input spellCheck={false} />
    </TextField>
  );
}

/** The name, taken over once it is written whole: on the way it could be that of another field, and take its place. */
function NameInput({
  index,
  name,
  isTaken,
  isReadOnly,
  onName,
}: Pick<FieldChanges, 'onName'> & {
  index: number;
  name: string;
  isTaken: (name: string) => boolean;
  isReadOnly: boolean;
}): ReactElement {
  const [written, setWritten] = useState(name);
  // Why a name was not taken over is said until something else is written.
  const [wasWrong, setWasWrong] = useState(false);
  const isWrong = written !== name && (written.trim() === '' || isTaken(written));
  const take = (): void => {
    if (!isWrong && written !== name) onName(written);
  };
  return (
    <TextField
      value={written}
      onChange={(next) => {
        setWritten(next);
        setWasWrong(false);
      }}
      onBlur={() => {
        take();
        if (!isWrong) return;
        setWasWrong(true);
        setWritten(name);
      }}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      isInvalid={isWrong || wasWrong}
      isReadOnly={isReadOnly}
      maxLength={128}
    >
      <Label>{words.operations.name}</Label>
      <Input id={nameInputId(index)} spellCheck={false} />
      {(isWrong || wasWrong) && <Text slot="description">{words.types.nameTaken}</Text>}
    </TextField>
  );
}

/** Where the name of a field of a place is written: what is added or moved is gone on with there. */
export const nameInputId = (index: number): string => `field-name-${index}`;
