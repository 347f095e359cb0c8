import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { AddWritten } from '../../editor/form/AddOne.js';
import { isNamed, valueAt, withValue } from '../../editor/places.js';
import { words } from '../../words/words.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { Tick } from '../../editor/form/ChoiceInput.js';
import { LinesInput, NumberInput } from '../../editor/form/WrittenInput.js';

const confidenceId = (field: string): string => `confidence-${field}`;

/** What is demanded of all documents; how old those of a type may be is said with the type. */
export function RulesGroup(): ReactElement {
  const { config, isReadOnly } = useFormDraft();
  const least = valueAt(config, ['rules', 'min_confidence']);
  const named = isNamed(least) ? Object.keys(least) : [];
  // One that is emptied, to write another number, stays where it is.
  const [shownOnce, show] = useState(named);
  const fields = [...new Set(['*', ...shownOnce, ...named])];
  return (
    <DraftGroup
      legend={words.agentForm.rules}
      places={[
        ['rules', 'min_age'],
        ['rules', 'min_days_to_expiry'],
        ['rules', 'min_confidence'],
      ]}
    >
      <NumberInput label={words.agentForm.minAge} place={['rules', 'min_age']} />
      <NumberInput label={words.agentForm.minDaysToExpiry} place={['rules', 'min_days_to_expiry']} />
      {fields.map((field) => (
        <NumberInput
          key={field}
          id={confidenceId(field)}
          label={
            field === '*' ? words.agentForm.minConfidence(fields.length > 1) : words.agentForm.minConfidenceOf(field)
          }
          place={['rules', 'min_confidence', field]}
          isShare
        />
      ))}
      {!isReadOnly && (
        <AddWritten
          label={words.agentForm.confidenceField}
          button={words.agentForm.addField}
          onAdd={(field) => {
            flushSync(() => show([...fields, field]));
            document.getElementById(confidenceId(field))?.focus();
          }}
        />
      )}
    </DraftGroup>
  );
}

/** Whether documents of a case are compared, and in what. */
export function CrossMatchGroup(): ReactElement {
  const { config, onConfig } = useFormDraft();
  const fields = valueAt(config, ['cross_match', 'match_fields']);
  const said = valueAt(config, ['cross_match', 'enabled']);
  // Where nothing is said they are compared once there are fields for it.
  const isOn = said === undefined ? Array.isArray(fields) && fields.length > 0 : said === true;
  return (
    <DraftGroup legend={words.agentForm.crossMatch} places={[['cross_match']]}>
      <Tick
        label={words.agentForm.compares}
        isTicked={isOn}
        onTick={(enabled) => onConfig(withValue(config, ['cross_match', 'enabled'], enabled))}
      />
      <LinesInput label={words.agentForm.matchFields} place={['cross_match', 'match_fields']} />
      <NumberInput label={words.agentForm.minDocuments} place={['cross_match', 'min_doc_types']} />
    </DraftGroup>
  );
}
