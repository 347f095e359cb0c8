import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { AddWritten } from '../../editor/form/AddOne.js';
import { ChoiceInput } from '../../editor/form/ChoiceInput.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { isNamed, valueAt, withValue } from '../../editor/places.js';
import { readable, words } from '../../words/words.js';

const effectId = (key: string): string => `effect-${key}`;

/** What checks that failed do to a case: by how much they say, and some by their code. */
export function PolicyGroup(): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const given = valueAt(config, ['policy']);
  const weights: Readonly<Record<string, string>> = words.agentForm.weights;
  const named = Object.keys(isNamed(given) ? given : {});
  // One that does as usual again stays where it is, until the form is left.
  const [shownOnce, show] = useState(named);
  const codes = [...new Set([...shownOnce, ...named])].filter((key) => !Object.hasOwn(weights, key));
  return (
    <DraftGroup legend={words.agentForm.policy} places={[['policy']]}>
      {[...Object.keys(weights), ...codes].map((key) => (
        <ChoiceInput
          key={key}
          id={effectId(key)}
          label={weights[key] ?? readable(key)}
          place={['policy', key]}
          choices={words.agentForm.effects}
          unsaid={words.agentForm.asUsual}
        />
      ))}
      {!isReadOnly && (
        // The service says which codes it does not know.
        <AddWritten
          label={words.agentForm.code}
          button={words.agentForm.addCode}
          onAdd={(code) => {
            flushSync(() => {
              show([...codes, code]);
              onConfig(withValue(config, ['policy', code], valueAt(config, ['policy', code]) ?? 'review'));
            });
            document.getElementById(effectId(code))?.focus();
          }}
        />
      )}
    </DraftGroup>
  );
}
