import type { ReactElement } from 'react';
import { FormDraftContext, type FormDraft } from '../../editor/form/formDraft.js';
import { words } from '../../words/words.js';
import { FieldsGroup } from './FieldsGroup.js';
import { GeneralGroup } from './GeneralGroup.js';
import { RecognisedGroup } from './RecognisedGroup.js';
import { TypeStepsGroup } from './TypeStepsGroup.js';
import { withAllSaid } from './typeConfig.js';
import { fitsForm } from './typeFields.js';
import '../../editor/fieldForm.css';

/** A document type as a form: what it does not know of it stays as it is. */
export function TypeForm({
  context_id,
  ...draft
}: FormDraft & {
  /** The type that is changed; of one that is still to be made it is written in the form. */
  context_id?: string;
}): ReactElement {
  const { config, onConfig } = draft;
  if (!fitsForm(config)) return <p role="status">{words.types.noForm}</p>;
  return (
    <FormDraftContext value={{ ...draft, onConfig: (next) => onConfig(withAllSaid(config, next)) }}>
      <div className="editor">
        <GeneralGroup isNew={context_id === undefined} />
        <RecognisedGroup />
        <TypeStepsGroup own={context_id ?? config['context_id']} />
        <FieldsGroup />
      </div>
    </FormDraftContext>
  );
}
