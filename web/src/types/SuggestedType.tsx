import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FormOrJson } from '../editor/FormOrJson.js';
import { readJson } from '../editor/JsonField.js';
import { useRefusal } from '../editor/useRefusal.js';
import { useSession } from '../session/session.js';
import { words } from '../words/words.js';
import { saysNoStep } from './form/typeConfig.js';
import { TypeForm } from './form/TypeForm.js';

/** What a document type is to be: looked at, changed, and made. */
export function SuggestedType({
  label,
  text,
  onText,
}: {
  /** What its JSON is called. */
  label: string;
  text: string;
  onText: (text: string) => void;
}): ReactElement {
  const navigate = useNavigate();
  const tenant_id = useSession().data?.tenant_id ?? '';
  const { value } = readJson(text);
  const { refusal, heard } = useRefusal(value);
  return (
    <>
      <FormOrJson
        {...{ label, text, onText, refusal }}
        isReadOnly={false}
        form={
          value ? (
            <TypeForm
              config={value}
              onConfig={(next) => onText(JSON.stringify(next, null, 2))}
              {...{ tenant_id, refusal }}
              isReadOnly={false}
            />
          ) : null
        }
      />
      {value && saysNoStep(value) && (
        <p role="status" className="doubt">
          {words.types.noSteps}
        </p>
      )}
      <ActButton
        isSmall={false}
        isDisabled={value === undefined}
        refreshes={[['types']]}
        act={async () => {
          // The service checks what was written: what is not acceptable is refused with what is wrong.
          const body = value as Partial<Schemas['CreateDocumentType']> as Schemas['CreateDocumentType'];
          const made = dataOf(await heard(api.POST('/v1/document-types', { body })));
          await navigate({ to: '/types/$context_id', params: { context_id: made.context_id } });
        }}
      >
        {words.operations.make}
      </ActButton>
    </>
  );
}
