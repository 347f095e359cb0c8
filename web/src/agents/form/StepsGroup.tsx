import { useState, type ReactElement } from 'react';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { StepTicks } from '../../editor/form/StepTicks.js';
import { allSteps } from '../../editor/form/steps.js';
import { isNamed, withValue } from '../../editor/places.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { useTypeNames } from '../../types/useTypeNames.js';
import { words } from '../../words/words.js';
import { stepsOf, withStepsBy, withStepsOf, type StepsBy } from './agentParts.js';
import { namedTypes } from './namesOfTypes.js';
import { askedTypes, refusedType } from './typesAsked.js';

/** Which steps documents go through. */
export function StepsGroup(): ReactElement {
  const { config, onConfig, isReadOnly, refusal, tenant_id } = useFormDraft();
  const names = useTypeNames(tenant_id);
  // Steps that somebody chooses one by one may be those that stand for none on the way.
  const [chooses, setChooses] = useState(false);
  // Steps by type that were there can be had back, until the form is left.
  const [before, keep] = useState(config['pipeline_per_type']);
  const { by, steps, byType } = stepsOf(config);
  const shown: StepsBy = by === 'type' && chooses ? 'agent' : by;
  const composites = namedTypes(config).filter((one) => names.membersOf(one).length > 0);
  // Of a type that no agent can have it is said where that is taken out.
  const isOfComposite = refusal && composites.includes(refusedType(config, refusal, composites) ?? '');
  const choose = (chosen: StepsBy): void => {
    setChooses(chosen === 'agent');
    if (by === 'agentByType') keep(config['pipeline_per_type']);
    const hadByType = chosen === 'agentByType' && isNamed(before);
    onConfig(hadByType ? withValue(config, ['pipeline_per_type'], before) : withStepsBy(config, chosen));
  };
  return (
    <DraftGroup legend={words.agentForm.steps} places={isOfComposite ? [] : [['pipeline_per_type']]}>
      <LabelledSelect<StepsBy>
        id="agent-steps"
        isWide
        label={words.agentForm.whichSteps}
        value={shown}
        choices={Object.entries(words.agentForm.stepsBy) as [StepsBy, string][]}
        onChoose={choose}
        isDisabled={isReadOnly}
      />
      {shown === 'agent' && (
        <StepTicks
          label={words.agentForm.steps}
          steps={steps}
          onSteps={(next) => {
            setChooses(true);
            onConfig(withValue(config, ['pipeline_per_type'], next));
          }}
        />
      )}
      {shown === 'agent' && by === 'type' && <p className="quiet">{words.agentForm.asType}</p>}
      {shown === 'agentByType' &&
        [...new Set([...askedTypes(config).map(({ context_id }) => context_id), ...byType.keys()])]
          .filter((context_id) => !composites.includes(context_id))
          .map((context_id) => (
            <StepsOfType
              key={context_id}
              {...{ context_id }}
              name={names.nameOf(context_id)}
              steps={byType.get(context_id)}
              own={names.typeOf(context_id)?.pipeline_steps ?? allSteps()}
            />
          ))}
    </DraftGroup>
  );
}

/** Which steps documents of a type go through: those that it has itself, or others. */
function StepsOfType({
  context_id,
  name,
  steps,
  own,
}: {
  context_id: string;
  name: string;
  /** Those that the agent names for it. */
  steps: readonly string[] | undefined;
  own: readonly string[];
}): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const label = words.agentForm.stepsOf(name);
  return (
    <>
      <LabelledSelect<'type' | 'these'>
        id={`agent-steps-${context_id}`}
        isWide
        label={label}
        value={steps ? 'these' : 'type'}
        choices={Object.entries(words.agentForm.stepsOfOne) as ['type' | 'these', string][]}
        onChoose={(chosen) => onConfig(withStepsOf(config, context_id, chosen === 'these' ? own : undefined))}
        isDisabled={isReadOnly}
      />
      {steps && <StepTicks {...{ label, steps }} onSteps={(next) => onConfig(withStepsOf(config, context_id, next))} />}
    </>
  );
}
