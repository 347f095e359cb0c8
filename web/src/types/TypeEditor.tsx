import type { QueryKey } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DraftEditor } from '../editor/DraftEditor.js';
import { differences } from '../editor/differences.js';
import type { Read } from '../editor/drafts.js';
import { useDoubts } from '../editor/useDoubts.js';
import { useDraft } from '../editor/useDraft.js';
import { useRefusal } from '../editor/useRefusal.js';
import { useMayWrite } from '../session/session.js';
import { ExamplesCheck } from '../typeExamples/ExamplesCheck.js';
import { useExamples } from '../typeExamples/useExamples.js';
import { useExamplesChecked } from '../typeExamples/useExamplesChecked.js';
import { words } from '../words/words.js';
import { TryType } from './TryType.js';
import { saysNoStep, withAllSaid } from './form/typeConfig.js';
import { TypeForm } from './form/TypeForm.js';
import type { useSaveType } from './useSaveType.js';

const readOf = (type: Schemas['DocumentTypeView'], etag: string): Read<object> => ({
  ...{ fields: {}, config: configOf(type), etag },
});

/** Changes a document type; a page is read with the draft beside it, and what the draft would do to the past is tried before it is saved. */
export function TypeEditor({
  type,
  etag,
  mayChange,
  saving: { save, own },
  refreshes,
}: {
  type: Schemas['DocumentTypeView'];
  /** What it is called as it is shown. */
  etag: string;
  mayChange: boolean;
  saving: ReturnType<typeof useSaveType>;
  refreshes: readonly QueryKey[];
}): ReactElement {
  const { context_id } = type;
  const config = configOf(type);
  const edited = useDraft(readOf(type, etag), own);
  // What is deleted in the JSON is emptied: what a change leaves out would stay as it was.
  const draft = edited.config && withAllSaid(config, edited.config);
  const { doubts, doubt } = useDoubts(type);
  const { refusal, heard } = useRefusal(draft);
  const params = { path: { context_id } };
  const mayWrite = useMayWrite();
  const isChanged = mayChange && draft !== undefined && differences(config, draft).length > 0;
  const heldTo = { type, draft: isChanged ? draft : undefined };
  const hasExamples = (useExamples(context_id).data?.length ?? 0) > 0;
  const checked = useExamplesChecked(heldTo);
  return (
    <div className="type-editor">
      <DraftEditor
        label={words.types.config}
        draft={edited}
        {...{ mayChange, refreshes, refusal }}
        doubts={[...doubts, ...(draft && saysNoStep(draft) ? [words.types.noSteps] : [])]}
        before={config}
        after={draft}
        isDisabled={draft === undefined}
        form={
          edited.config ? (
            <TypeForm
              config={edited.config}
              onConfig={edited.setConfig}
              {...{ context_id, refusal, tenant_id: type.tenant_id }}
              isReadOnly={!mayChange}
            />
          ) : null
        }
        save={() =>
          edited.save(async (over) => {
            const saved = await heard(save(draft ?? {}, over));
            doubt(saved.shown);
            return readOf(saved.shown, saved.etag);
          })
        }
        beforeSaving={mayWrite && <ExamplesCheck heldTo={heldTo} isDisabled={draft === undefined} />}
        simulate={async () =>
          dataOf(
            await api.POST('/v1/document-types/{context_id}/simulate', {
              params,
              body: { draft: draft ?? {}, search: { kind: 'documents', query: `document_type: ${context_id}` } },
            }),
          )
        }
      />
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
  const { context_id: _, tenant_id: __, created_at: ___, updated_at: ____, ...kept } = type;
  const { warnings: _____, examples: ______, ...config } = kept;
  return config;
}
