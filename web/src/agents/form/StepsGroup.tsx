import { useState, type ReactElement } from 'react';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { words } from '../../words/words.js';
import { useAgentDraft } from './agentDraft.js';
import { isNamed, withValue } from '../../editor/places.js';
import { stepsOf, withStep, withStepsBy, type Step, type StepsBy } from './agentParts.js';
import { DraftGroup, Tick } from './draftInputs.js';

/** Which steps documents go through. */
export function StepsGroup(): ReactElement {
  const { definition, onDefinition, isReadOnly } = useAgentDraft();
  // Steps that somebody chooses one by one may be those that stand for none on the way.
  const [chooses, setChooses] = useState(false);
  // What the JSON says by type can be had back, until the form is left.
  const [byType] = useState(definition['pipeline_per_type']);
  const { by, steps } = stepsOf(definition);
  const shown: StepsBy = by === 'type' && chooses ? 'agent' : by;
  const choices = (['type', 'agent', 'agentByType'] as const).filter((one) => one !== 'agentByType' || isNamed(byType));
  return (
    <DraftGroup legend={words.agentForm.steps} places={[['pipeline_per_type']]}>
      <LabelledSelect<StepsBy>
        id="agent-steps"
        label={words.agentForm.whichSteps}
        value={shown}
        choices={choices.map((one) => [one, words.agentForm.stepsBy[one]] as const)}
        onChoose={(chosen) => {
          setChooses(chosen === 'agent');
          onDefinition(
            chosen === 'agentByType'
              ? withValue(definition, ['pipeline_per_type'], byType)
              : withStepsBy(definition, chosen),
          );
        }}
        isDisabled={isReadOnly}
      />
      {shown === 'agent' && (
        <div className="checks">
          {Object.entries(words.agentForm.stepNames).map(([step, label]) => (
            <Tick
              key={step}
              label={label}
              isTicked={steps.includes(step)}
              onTick={(isTaken) => {
                setChooses(true);
                onDefinition(withStep(definition, step as Step, isTaken));
              }}
            />
          ))}
        </div>
      )}
      {shown === 'agent' && by === 'type' && <p className="quiet">{words.agentForm.asType}</p>}
    </DraftGroup>
  );
}
