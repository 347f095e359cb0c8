import type { ReactElement } from 'react';
import { withValue } from '../../editor/places.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { words } from '../../words/words.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { Tick } from '../../editor/form/ChoiceInput.js';
import { NumberInput } from '../../editor/form/WrittenInput.js';

/** How it talks, how its cases are decided, and for how long they are kept. */
export function ConductGroup(): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const { intelligence_level = 0, require_reason } = config;
  const levels = Object.entries(words.agentForm.levels);
  const level = JSON.stringify(intelligence_level);
  // Both of the lowest levels are silent.
  const shown = level === '1' ? '0' : level;
  return (
    <DraftGroup
      legend={words.agentForm.conduct}
      places={[['intelligence_level'], ['require_reason'], ['retention_days']]}
    >
      <LabelledSelect<string>
        id="agent-level"
        label={words.agentForm.level}
        value={shown}
        choices={[...levels, ...(levels.some(([one]) => one === shown) ? [] : [[shown, shown] as const])]}
        onChoose={(chosen) => onConfig(withValue(config, ['intelligence_level'], JSON.parse(chosen)))}
        isDisabled={isReadOnly}
      />
      <NumberInput label={words.agentForm.retention} place={['retention_days']} />
      <Tick
        label={words.agentForm.requireReason}
        isTicked={require_reason === true}
        onTick={(isRequired) => onConfig(withValue(config, ['require_reason'], isRequired || undefined))}
      />
    </DraftGroup>
  );
}
