import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { AddChosen } from '../../editor/form/AddOne.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import type { Named } from '../../editor/places.js';
import { useTypeNames } from '../../types/useTypeNames.js';
import { words } from '../../words/words.js';
import { AskedTypeGroup, needId } from './AskedTypeGroup.js';
import { CompositeGroup } from './CompositeGroup.js';
import { namedTypes } from './namesOfTypes.js';
import { addableTypes, askedTypes, withAskedType, withoutAskedType } from './typesAsked.js';

const ADD_ID = 'add-asked-type';

/** The document types that an agent takes, and of which a case needs one; those that no agent can have are named as what they are. */
export function AskedTypes(): ReactElement {
  const { config, onConfig, isReadOnly, tenant_id } = useFormDraft();
  const names = useTypeNames(tenant_id);
  const goOnAt = (next: Named, id: string): void => {
    flushSync(() => onConfig(next));
    document.getElementById(id)?.focus();
  };
  const asked = new Map(askedTypes(config).map((type) => [type.context_id, type]));
  const listed = namedTypes(config).map((context_id) => ({
    ...{ context_id, type: asked.get(context_id), members: names.membersOf(context_id) },
  }));
  return (
    <>
      <h3>{words.agentForm.documents}</h3>
      {asked.size === 0 && <p className="quiet">{words.agentForm.noDocuments}</p>}
      {listed.map(({ context_id, type, members }) => {
        const onRemove = (): void => goOnAt(withoutAskedType(config, context_id), ADD_ID);
        if (members.length > 0)
          return <CompositeGroup key={context_id} {...{ context_id, members, names, onRemove }} />;
        return type && <AskedTypeGroup key={context_id} {...{ type, names, onRemove }} />;
      })}
      {!isReadOnly && (
        <div className="field-form">
          <AddChosen
            id={ADD_ID}
            label={words.agentForm.addType}
            button={words.agentForm.addThisType}
            choices={names.choicesOf(addableTypes(config, names.single))}
            onAdd={(context_id) => goOnAt(withAskedType(config, context_id), needId(context_id))}
          />
        </div>
      )}
    </>
  );
}
