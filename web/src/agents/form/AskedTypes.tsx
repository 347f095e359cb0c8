import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'react-aria-components';
import type { Schemas } from '../../api/schemas.js';
import { valueAt, withValue, type Named } from '../../editor/places.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { useTypes } from '../../types/useTypes.js';
import { readable, words } from '../../words/words.js';
import { useAgentDraft } from './agentDraft.js';
import {
  addableTypes,
  askedTypes,
  refusedType,
  withAskedType,
  withNeed,
  withoutAskedType,
  type AskedType,
  type Need,
} from './typesAsked.js';
import { DraftGroup, NumberInput, Tick } from './draftInputs.js';

const needId = (context_id: string): string => `need-${context_id}`;
const ADD_ID = 'add-asked-type';

/** Whether cases can have documents of a type: one that is made of other types is read as those. */
const isUsable = ({ enabled, pipeline_steps }: Schemas['DocumentTypeView']): boolean =>
  enabled && !pipeline_steps.some((step) => step.startsWith('type:'));

/** The document types that an agent takes, and of which a case needs one. */
export function AskedTypes(): ReactElement {
  const { definition, onDefinition, isReadOnly, tenant_id } = useAgentDraft();
  const types = useTypes(tenant_id);
  const names = new Map(types.data?.map(({ context_id, display_name }) => [context_id, display_name]));
  const usable = types.data?.filter(isUsable).map(({ context_id }) => context_id) ?? [];
  const nameOf = (context_id: string): string => names.get(context_id) ?? readable(context_id);
  const goOnAt = (next: Named, id: string): void => {
    flushSync(() => onDefinition(next));
    document.getElementById(id)?.focus();
  };
  const asked = askedTypes(definition);
  return (
    <>
      <h3>{words.agentForm.documents}</h3>
      {asked.length === 0 && <p className="quiet">{words.agentForm.noDocuments}</p>}
      {asked.map((type) => (
        <AskedTypeGroup
          key={type.context_id}
          {...{ type, nameOf }}
          onRemove={() => goOnAt(withoutAskedType(definition, type.context_id), ADD_ID)}
        />
      ))}
      {!isReadOnly && (
        <AddType
          choices={addableTypes(definition, usable)
            .map((one) => [one, nameOf(one)] as const)
            .toSorted(([, one], [, other]) => one.localeCompare(other))}
          onAdd={(context_id) => goOnAt(withAskedType(definition, context_id), needId(context_id))}
        />
      )}
    </>
  );
}

/** What is asked of documents of a type. */
function AskedTypeGroup({
  type: { context_id, need, instead, takenToo },
  nameOf,
  onRemove,
}: {
  type: AskedType;
  nameOf: (context_id: string) => string;
  onRemove: () => void;
}): ReactElement {
  const { definition, onDefinition, isReadOnly, refusal } = useAgentDraft();
  const isRefused = refusal && refusedType(definition, refusal) === context_id;
  const label = nameOf(context_id);
  const choices: readonly (readonly [Need, string])[] = [
    ['alone', words.agentForm.needs.alone],
    ['optional', words.agentForm.needs.optional],
    ...instead.map(({ need: one, of }) => [one, words.agentForm.insteadOf(of.map(nameOf).join(', '))] as const),
  ];
  return (
    <DraftGroup legend={label} places={isRefused ? [refusal.place] : []}>
      <LabelledSelect<Need>
        id={needId(context_id)}
        label={words.agentForm.need}
        value={need}
        choices={choices}
        onChoose={(chosen) => onDefinition(withNeed(definition, context_id, chosen))}
        isDisabled={isReadOnly}
      />
      <NumberInput label={words.agentForm.maxAge} place={['rules', 'max_age_days', context_id]} />
      <Tick
        label={words.agentForm.bothSides}
        isTicked={valueAt(definition, ['sides', context_id]) === 'front_and_back'}
        onTick={(both) =>
          onDefinition(withValue(definition, ['sides', context_id], both ? 'front_and_back' : undefined))
        }
      />
      {!isReadOnly && (
        <div className="row">
          <Button className="button small" aria-label={words.types.removeOf(label)} onPress={onRemove}>
            {words.types.remove}
          </Button>
        </div>
      )}
      {takenToo.length > 0 && <p className="quiet">{words.agentForm.takenToo(takenToo.map(nameOf).join(', '))}</p>}
    </DraftGroup>
  );
}

/** Takes one type more. */
function AddType({
  choices,
  onAdd,
}: {
  choices: readonly (readonly [context_id: string, name: string])[];
  onAdd: (context_id: string) => void;
}): ReactElement {
  const [chosen, setChosen] = useState('');
  const isThere = choices.some(([one]) => one === chosen);
  return (
    <div className="field-form">
      <LabelledSelect
        id={ADD_ID}
        label={words.agentForm.addType}
        value={isThere ? chosen : ''}
        choices={[['', '–'], ...choices]}
        onChoose={setChosen}
      />
      <Button className="button" isDisabled={!isThere} onPress={() => onAdd(chosen)}>
        {words.agentForm.addThisType}
      </Button>
    </div>
  );
}
