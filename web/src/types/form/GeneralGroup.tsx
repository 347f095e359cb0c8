import type { ReactElement } from 'react';
import { ChoiceInput, Tick } from '../../editor/form/ChoiceInput.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { TextInput } from '../../editor/form/WrittenInput.js';
import { withValue } from '../../editor/places.js';
import { words } from '../../words/words.js';

/** What it is called, where it is listed, and what is wanted of its documents. */
export function GeneralGroup({ isNew }: { isNew: boolean }): ReactElement {
  const { config, onConfig } = useFormDraft();
  const members = ['context_id', 'display_name', 'category', 'input_type', 'analysis_type', 'model_hint'];
  return (
    <DraftGroup legend={words.types.general} places={[...members, 'enabled', 'prompt_hint'].map((one) => [one])}>
      {isNew && <TextInput label={words.types.contextId} place={['context_id']} />}
      <TextInput label={words.types.displayName} place={['display_name']} />
      <ChoiceInput label={words.types.category} place={['category']} choices={words.types.categories} />
      <ChoiceInput label={words.types.inputType} place={['input_type']} choices={words.types.inputTypes} />
      <ChoiceInput label={words.types.analysisType} place={['analysis_type']} choices={words.types.analysisTypes} />
      <ChoiceInput label={words.types.modelHint} place={['model_hint']} choices={words.types.modelHints} />
      <Tick
        label={words.types.enabled}
        isTicked={config['enabled'] !== false}
        onTick={(enabled) => onConfig(withValue(config, ['enabled'], enabled))}
      />
      <TextInput label={words.types.promptHint} place={['prompt_hint']} rows={3} />
    </DraftGroup>
  );
}
