import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'react-aria-components';
import { AddChosen } from '../../editor/form/AddOne.js';
import { Tick } from '../../editor/form/ChoiceInput.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { NumberInput } from '../../editor/form/WrittenInput.js';
import { valueAt, withValue } from '../../editor/places.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import type { TypeNames } from '../../types/useTypeNames.js';
import { words } from '../../words/words.js';
import { AliasesInput } from './AliasesInput.js';
import { withTakenToo } from './namesOfTypes.js';
import { addableTypes, refusedType, withNeed, type AskedType, type Need } from './typesAsked.js';

/** Where it is said whether a type is needed: one that is added is gone on with there. */
export const needId = (context_id: string): string => `need-${context_id}`;

/** What is asked of documents of a type. */
export function AskedTypeGroup({
  type,
  names,
  onRemove,
}: {
  type: AskedType;
  names: TypeNames;
  onRemove: () => void;
}): ReactElement {
  const { config, onConfig, isReadOnly, refusal } = useFormDraft();
  const { context_id, need, instead } = type;
  const isRefused = refusal && refusedType(config, refusal) === context_id;
  const label = names.nameOf(context_id);
  const choices: readonly (readonly [Need, string])[] = [
    ['alone', words.agentForm.needs.alone],
    ['optional', words.agentForm.needs.optional],
    ...instead.map(({ need: one, of }) => [one, words.agentForm.insteadOf(of.map(names.nameOf).join(', '))] as const),
  ];
  return (
    <DraftGroup legend={label} places={isRefused ? [refusal.place] : []}>
      <LabelledSelect<Need>
        id={needId(context_id)}
        label={words.agentForm.need}
        value={need}
        choices={choices}
        onChoose={(chosen) => onConfig(withNeed(config, context_id, chosen))}
        isDisabled={isReadOnly}
      />
      <NumberInput label={words.agentForm.maxAge} place={['rules', 'max_age_days', context_id]} />
      <Tick
        label={words.agentForm.bothSides}
        isTicked={valueAt(config, ['sides', context_id]) === 'front_and_back'}
        onTick={(both) => onConfig(withValue(config, ['sides', context_id], both ? 'front_and_back' : undefined))}
      />
      <TakenToo {...{ type, names }} />
      <AliasesInput
        {...{ context_id, nameOf: names.nameOf }}
        places={isRefused && refusal.place[0] === 'classify_aliases' ? [refusal.place] : []}
      />
      {!isReadOnly && (
        <div className="row">
          <Button className="button small" aria-label={words.types.removeOf(label)} onPress={onRemove}>
            {words.types.remove}
          </Button>
        </div>
      )}
    </DraftGroup>
  );
}

/** What classification may say besides, and is taken as a type. */
function TakenToo({ type: { context_id, takenToo }, names }: { type: AskedType; names: TypeNames }): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const tooId = `too-${context_id}`;
  return (
    <>
      {!isReadOnly && (
        <AddChosen
          id={tooId}
          label={words.agentForm.takeToo}
          button={words.agentForm.takeThisToo}
          buttonLabel={words.agentForm.takeThisTooAs(names.nameOf(context_id))}
          choices={names.choicesOf(addableTypes(config, names.single))}
          onAdd={(classified) => onConfig(withTakenToo(config, context_id, classified, true))}
        />
      )}
      {takenToo.length > 0 && (
        <div className="checks">
          {takenToo.map((classified) => (
            <Tick
              key={classified}
              label={words.agentForm.takenToo(names.nameOf(classified))}
              isTicked
              onTick={() => {
                flushSync(() => onConfig(withTakenToo(config, context_id, classified, false)));
                document.getElementById(tooId)?.focus();
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}
