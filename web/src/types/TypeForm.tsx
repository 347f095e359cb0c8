import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Button, Input, Label, TextArea, TextField } from 'react-aria-components';
import { words } from '../words/words.js';
import { FieldForm, nameInputId } from './FieldForm.js';
import {
  fieldRows,
  fitsForm,
  freeName,
  moved,
  refusedField,
  renamed,
  withRule,
  without,
  withType,
  type Config,
} from './typeFields.js';
import '../editor/fieldForm.css';

/** A document type as a form: what it does not know of it stays as it is. */
export function TypeForm({
  config,
  onConfig,
  refusal,
  isReadOnly,
}: {
  config: Config;
  onConfig: (config: Config) => void;
  /** What the service refused when it was saved last; empty where it took it. */
  refusal: string;
  isReadOnly: boolean;
}): ReactElement {
  if (!fitsForm(config)) return <p role="status">{words.types.noForm}</p>;
  const rows = fieldRows(config);
  const names = rows.map(({ name }) => name);
  const refused = refusedField(refusal, names);
  const goOnAt = (next: Config, index: number): void => {
    flushSync(() => onConfig(next));
    document.getElementById(nameInputId(index))?.focus();
  };
  return (
    <div className="editor">
      <Texts {...{ config, onConfig, isReadOnly }} />
      <h3>{words.types.fields}</h3>
      {rows.map((row, index) => (
        <FieldForm
          key={index}
          {...{ index, row, isReadOnly }}
          refusal={row.name === refused ? refusal : undefined}
          isTaken={(name) => names.includes(name)}
          onName={(name) => onConfig(renamed(config, row.name, name))}
          onType={(type) => onConfig(withType(config, row.name, type))}
          onRule={(rule) => onConfig(withRule(config, row.name, rule))}
          onMove={(by) => {
            const to = Math.min(rows.length - 1, Math.max(0, index + by));
            goOnAt(moved(config, index, to), to);
          }}
          onRemove={() => goOnAt(without(config, row.name), Math.max(0, index - 1))}
        />
      ))}
      {!isReadOnly && (
        <Button
          className="button"
          onPress={() => goOnAt(withType(config, freeName(config), 'string or null'), rows.length)}
        >
          {words.types.add}
        </Button>
      )}
    </div>
  );
}

/** What it is called, and what tells it from others. */
function Texts({
  config,
  onConfig,
  isReadOnly,
}: {
  config: Config;
  onConfig: (config: Config) => void;
  isReadOnly: boolean;
}): ReactElement {
  const { display_name, prompt_hint } = config;
  return (
    <>
      <TextField
        value={typeof display_name === 'string' ? display_name : ''}
        onChange={(written) => onConfig({ ...config, display_name: written })}
        {...{ isReadOnly }}
      >
        <Label>{words.types.displayName}</Label>
        <Input />
      </TextField>
      <TextField
        value={typeof prompt_hint === 'string' ? prompt_hint : ''}
        onChange={(written) => onConfig({ ...config, prompt_hint: written })}
        {...{ isReadOnly }}
      >
        <Label>{words.types.promptHint}</Label>
        <TextArea rows={3} />
      </TextField>
    </>
  );
}
