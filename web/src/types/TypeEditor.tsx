import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DraftEditor } from '../editor/DraftEditor.js';
import { differences } from '../editor/differences.js';
import { readJson } from '../editor/JsonField.js';
import { useRefusal } from '../editor/useRefusal.js';
import { useMayWrite } from '../session/session.js';
import { ExamplesCheck } from '../typeExamples/ExamplesCheck.js';
import { useExamples } from '../typeExamples/useExamples.js';
import { useExamplesChecked } from '../typeExamples/useExamplesChecked.js';
import { words } from '../words/words.js';
import { TryType } from './TryType.js';
import { TypeForm } from './TypeForm.js';
import { useSaveType } from './useSaveType.js';

/** Changes a document type; a page is read with the draft beside it, and what the draft would do to the past is tried before it is saved. */
export function TypeEditor({
  type,
  mayChange,
  refreshes,
}: {
  type: Schemas['DocumentTypeView'];
  mayChange: boolean;
  refreshes: readonly QueryKey[];
}): ReactElement {
  const { context_id, warnings } = type;
  const config = configOf(type);
  const [text, setText] = useState(() => JSON.stringify(config, null, 2));
  const { value: draft } = readJson(text);
  const { refusal, heard } = useRefusal(draft);
  const params = { path: { context_id } };
  const mayWrite = useMayWrite();
  const save = useSaveType(context_id);
  const isChanged = mayChange && draft !== undefined && differences(config, draft).length > 0;
  const heldTo = { type, draft: isChanged ? draft : undefined };
  const hasExamples = (useExamples(context_id).data?.length ?? 0) > 0;
  const checked = useExamplesChecked(heldTo);
  return (
    <div className="type-editor">
      <DraftEditor
        label={words.types.config}
        {...{ text, mayChange, refreshes, refusal }}
        onText={setText}
        before={config}
        after={draft}
        isDisabled={draft === undefined}
        form={
          draft ? (
            <TypeForm
              config={draft}
              onConfig={(next) => setText(JSON.stringify(next, null, 2))}
              refusal={refusal?.message ?? ''}
              isReadOnly={!mayChange}
            />
          ) : null
        }
        save={() => heard(save(draft ?? {}))}
        beforeSaving={mayWrite && <ExamplesCheck heldTo={heldTo} isDisabled={draft === undefined} />}
        simulate={async () =>
          dataOf(
            await api.POST('/v1/document-types/{context_id}/simulate', {
              params,
              body: { draft: draft ?? {}, search: { kind: 'documents', query: `document_type: ${context_id}` } },
            }),
          )
        }
      >
        {warnings?.map((warning) => (
          <p key={warning} className="doubt">
            {warning}
          </p>
        ))}
      </DraftEditor>
      {mayWrite && (
        <TryType
          context_id={context_id}
          draft={mayChange ? draft : undefined}
          onTried={() => hasExamples && void checked.refetch()}
        />
      )}
    </div>
  );
}

/** What of a type somebody writes: not what it is called by, whose it is, and when it was touched. */
export function configOf<Type extends Partial<Schemas['DocumentTypeView']>>(type: Type) {
  const { context_id: _, tenant_id: __, created_at: ___, updated_at: ____, warnings: _____, ...config } = type;
  return config;
}
