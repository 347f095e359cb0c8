import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FormOrJson } from '../editor/FormOrJson.js';
import { USUAL_STEPS } from '../editor/form/steps.js';
import { readJson } from '../editor/JsonField.js';
import { useRefusal } from '../editor/useRefusal.js';
import { useSession } from '../session/session.js';
import { words } from '../words/words.js';
import { TypeForm } from './form/TypeForm.js';

/** A document type that is to be made, before anything is said of it. */
export const NOTHING_SAID: Schemas['CreateDocumentType'] = {
  ...{ context_id: '', display_name: '', category: 'other', input_type: 'document', analysis_type: 'extraction' },
  ...{ model_hint: 'vlm', classify_hints: [], pipeline_steps: [...USUAL_STEPS], prompt_hint: '', enabled: true },
  ...{ output_schema: {}, validation_rules: {} },
};

/** What a document type is to be: looked at, changed, and made. */
export function SuggestedType({ suggested }: { suggested: Schemas['CreateDocumentType'] }): ReactElement {
  const navigate = useNavigate();
  const tenant_id = useSession().data?.tenant_id ?? '';
  const [text, setText] = useState(() => JSON.stringify(suggested, null, 2));
  const { value } = readJson(text);
  const { refusal, heard } = useRefusal(value);
  return (
    <>
      <FormOrJson
        label={words.types.suggested}
        {...{ text, refusal }}
        onText={setText}
        isReadOnly={false}
        form={
          value ? (
            <TypeForm
              config={value}
              onConfig={(next) => setText(JSON.stringify(next, null, 2))}
              {...{ tenant_id, refusal }}
              isReadOnly={false}
            />
          ) : null
        }
      />
      <ActButton
        isSmall={false}
        isDisabled={value === undefined}
        refreshes={[['types']]}
        act={async () => {
          // The service checks what was written: what is not acceptable is refused with what is wrong.
          const body = value as Partial<typeof suggested> as typeof suggested;
          const made = dataOf(await heard(api.POST('/v1/document-types', { body })));
          await navigate({ to: '/types/$context_id', params: { context_id: made.context_id } });
        }}
      >
        {words.operations.make}
      </ActButton>
    </>
  );
}
