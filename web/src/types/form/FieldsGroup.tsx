import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'react-aria-components';
import { useFormDraft } from '../../editor/form/formDraft.js';
import type { Named } from '../../editor/places.js';
import { words } from '../../words/words.js';
import { FieldForm, nameInputId } from './FieldForm.js';
import { fieldRows, freeName, moved, refusedField, renamed, withRule, without, withType } from './typeFields.js';

/** Where is gone on once there is no field. */
const ADD_ID = 'type-add-field';

/** What is read of its documents, field by field. */
export function FieldsGroup(): ReactElement {
  const { config, onConfig, isReadOnly, refusal } = useFormDraft();
  const rows = fieldRows(config);
  const names = rows.map(({ name }) => name);
  const refused = refusedField(refusal, names);
  const goOnAt = (next: Named, index: number): void => {
    flushSync(() => onConfig(next));
    document.getElementById(index < 0 ? ADD_ID : nameInputId(index))?.focus();
  };
  return (
    <>
      <h3>{words.types.fields}</h3>
      {rows.map((row, index) => (
        <FieldForm
          key={index}
          {...{ index, row, isReadOnly }}
          refusal={row.name === refused ? refusal?.message : undefined}
          isTaken={(name) => names.includes(name)}
          onName={(name) => onConfig(renamed(config, row.name, name))}
          onType={(type) => onConfig(withType(config, row.name, type))}
          onRule={(rule) => onConfig(withRule(config, row.name, rule))}
          onMove={(by) => {
            const to = Math.min(rows.length - 1, Math.max(0, index + by));
            goOnAt(moved(config, index, to), to);
          }}
          onRemove={() => goOnAt(without(config, row.name), rows.length === 1 ? -1 : Math.max(0, index - 1))}
        />
      ))}
      {!isReadOnly && (
        <Button
          id={ADD_ID}
          className="button"
          onPress={() => goOnAt(withType(config, freeName(config), 'string or null'), rows.length)}
        >
          {words.types.add}
        </Button>
      )}
    </>
  );
}
