import type { ReactElement } from 'react';
import { words } from '../../words/words.js';
import { FormDraftContext, type FormDraft } from '../../editor/form/formDraft.js';
import { fitsForm } from './agentParts.js';
import { AskedTypes } from './AskedTypes.js';
import { ConductGroup } from './ConductGroup.js';
import { CrossMatchGroup, RulesGroup } from './DemandGroups.js';
import { CaptureGroup } from './CaptureGroup.js';
import { FacesGroup } from './FacesGroup.js';
import { PolicyGroup } from './PolicyGroup.js';
import { StepsGroup } from './StepsGroup.js';
import '../../editor/fieldForm.css';

/** The definition of an agent as a form: what it does not know of it stays as it is. */
export function AgentForm(draft: FormDraft): ReactElement {
  if (!fitsForm(draft.config)) return <p role="status">{words.types.noForm}</p>;
  return (
    <FormDraftContext value={draft}>
      <div className="editor">
        <AskedTypes />
        <RulesGroup />
        <CrossMatchGroup />
        <StepsGroup />
        <PolicyGroup />
        <FacesGroup />
        <ConductGroup />
        <CaptureGroup />
      </div>
    </FormDraftContext>
  );
}
