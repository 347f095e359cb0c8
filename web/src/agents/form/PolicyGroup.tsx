import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { isNamed, valueAt, withValue } from '../../editor/places.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { readable, words } from '../../words/words.js';
import { useAgentDraft } from './agentDraft.js';
import { DraftGroup } from './draftInputs.js';

const effectId = (key: string): string => `effect-${key}`;

/** What checks that failed do to a case: by how much they say, and some by their code. */
export function PolicyGroup(): ReactElement {
  const { definition, onDefinition, isReadOnly } = useAgentDraft();
  const given = valueAt(definition, ['policy']);
  const weights: Readonly<Record<string, string>> = words.agentForm.weights;
  const named = Object.keys(isNamed(given) ? given : {});
  // One that does as usual again stays where it is, until the form is left.
  const [shownOnce, show] = useState(named);
  const codes = [...new Set([...shownOnce, ...named])].filter((key) => !Object.hasOwn(weights, key));
  return (
    <DraftGroup legend={words.agentForm.policy} places={[['policy']]}>
      {[...Object.keys(weights), ...codes].map((key) => (
        <Effect key={key} name={key} label={weights[key] ?? readable(key)} />
      ))}
      {!isReadOnly && (
        <AddCode
          onAdd={(code) => {
            flushSync(() => {
              show([...codes, code]);
              onDefinition(withValue(definition, ['policy', code], valueAt(definition, ['policy', code]) ?? 'review'));
            });
            document.getElementById(effectId(code))?.focus();
          }}
        />
      )}
    </DraftGroup>
  );
}

/** What checks of a weight or of a code do. */
function Effect({ name, label }: { name: string; label: string }): ReactElement {
  const { definition, onDefinition, isReadOnly } = useAgentDraft();
  const value = valueAt(definition, ['policy', name]);
  const effects: Readonly<Record<string, string>> = words.agentForm.effects;
  const shown = typeof value === 'string' ? value : '';
  const isKnown = shown === '' || Object.hasOwn(effects, shown);
  return (
    <LabelledSelect<string>
      id={effectId(name)}
      label={label}
      value={shown}
      choices={[
        ['', words.agentForm.asUsual],
        ...Object.entries(effects),
        ...(isKnown ? [] : [[shown, shown] as const]),
      ]}
      onChoose={(effect) => onDefinition(withValue(definition, ['policy', name], effect === '' ? undefined : effect))}
      isDisabled={isReadOnly}
    />
  );
}

/** Names a check by its code; the service says which it does not know. */
function AddCode({ onAdd }: { onAdd: (code: string) => void }): ReactElement {
  const [code, setCode] = useState('');
  const add = (): void => {
    if (code.trim() === '') return;
    onAdd(code.trim());
    setCode('');
  };
  return (
    <div className="row">
      <TextField value={code} onChange={setCode} onKeyDown={({ key }) => key === 'Enter' && add()}>
        <Label>{words.agentForm.code}</Label>
        <Input spellCheck={false} autoComplete="off" />
      </TextField>
      <Button className="button" isDisabled={code.trim() === ''} onPress={add}>
        {words.agentForm.addCode}
      </Button>
    </div>
  );
}
