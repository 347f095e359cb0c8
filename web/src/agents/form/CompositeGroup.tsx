import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import type { TypeNames } from '../../types/useTypeNames.js';
import { words } from '../../words/words.js';
import { refusedType } from './typesAsked.js';

/** A type that is made of others, in an agent that was stored when that was taken: nothing of it can be changed, it is taken out. */
export function CompositeGroup({
  context_id,
  members,
  names: { nameOf },
  onRemove,
}: {
  context_id: string;
  members: readonly string[];
  names: TypeNames;
  onRemove: () => void;
}): ReactElement {
  const { config, isReadOnly, refusal } = useFormDraft();
  const isRefused = refusal && refusedType(config, refusal, [context_id]) === context_id;
  const label = nameOf(context_id);
  return (
    <DraftGroup legend={label} places={isRefused ? [refusal.place] : []}>
      <p className="doubt">{words.agentForm.composite(members.map(nameOf).join(', '))}</p>
      {!isReadOnly && (
        <div className="row">
          <Button className="button" aria-label={words.agentForm.takeOutOf(label)} onPress={onRemove}>
            {words.agentForm.takeOut}
          </Button>
        </div>
      )}
    </DraftGroup>
  );
}
