import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'react-aria-components';
import { AddChosen } from '../../editor/form/AddOne.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { StepTicks } from '../../editor/form/StepTicks.js';
import { USUAL_STEPS } from '../../editor/form/steps.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { words } from '../../words/words.js';
import { membersIn, memberStep } from '../composite.js';
import { useTypeNames } from '../useTypeNames.js';
import { saysNoStep } from './typeConfig.js';

/** Where a type is gone on with once one is taken out. */
const ADD_ID = 'type-add-member';

/** What is done with its pages: steps, or they are read as other types. */
type DoneBy = 'steps' | 'members';

/** What is done with the pages of its documents. */
export function TypeStepsGroup({
  own,
}: {
  /** The type itself, which it is not made of. */
  own: unknown;
}): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const given = config['pipeline_steps'];
  const steps = Array.isArray(given) ? given.map(String) : USUAL_STEPS;
  const isComposite = membersIn(steps).length > 0;
  // Without steps and without members yet, it is what was chosen last.
  const [chosen, setChosen] = useState<DoneBy>(isComposite ? 'members' : 'steps');
  // Who chooses by mistake has all of it back.
  const [before, keep] = useState<Readonly<Record<DoneBy, readonly string[]>>>({ steps: USUAL_STEPS, members: [] });
  const by: DoneBy = isComposite ? 'members' : steps.length > 0 ? 'steps' : chosen;
  const say = (next: readonly string[]): void => onConfig({ ...config, pipeline_steps: [...next] });
  return (
    <DraftGroup legend={words.agentForm.steps} places={[['pipeline_steps']]}>
      <LabelledSelect<DoneBy>
        id="type-steps"
        isWide
        label={words.types.doneBy}
        value={by}
        choices={Object.entries(words.types.donesBy) as [DoneBy, string][]}
        onChoose={(next) => {
          keep({ ...before, [by]: steps });
          setChosen(next);
          say(before[next]);
        }}
        isDisabled={isReadOnly}
      />
      {by === 'steps' ? (
        <StepTicks
          label={words.agentForm.steps}
          steps={steps}
          onSteps={(next) => {
            setChosen('steps');
            say(next);
          }}
        />
      ) : (
        <Members {...{ own, steps }} onSteps={say} />
      )}
      {saysNoStep(config) && <p className="doubt">{words.types.noSteps}</p>}
    </DraftGroup>
  );
}

/** The types that a composite type is made of. */
function Members({
  own,
  steps,
  onSteps,
}: {
  own: unknown;
  steps: readonly string[];
  onSteps: (steps: readonly string[]) => void;
}): ReactElement {
  const { isReadOnly, tenant_id } = useFormDraft();
  const names = useTypeNames(tenant_id);
  const members = membersIn(steps);
  const others = names.single.filter((one) => !members.includes(one) && one !== own);
  return (
    <>
      {members.map((member) => (
        <div key={member} className="row">
          <span>{names.nameOf(member)}</span>
          {!isReadOnly && (
            <Button
              className="button small"
              aria-label={words.types.removeOf(names.nameOf(member))}
              onPress={() => {
                flushSync(() => onSteps(steps.filter((step) => step !== memberStep(member))));
                document.getElementById(ADD_ID)?.focus();
              }}
            >
              {words.types.remove}
            </Button>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <AddChosen
          id={ADD_ID}
          label={words.types.addMember}
          button={words.agentForm.addThisType}
          choices={names.choicesOf(others)}
          onAdd={(member) => onSteps([...steps, memberStep(member)])}
        />
      )}
    </>
  );
}
