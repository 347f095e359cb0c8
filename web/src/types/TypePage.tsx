import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, dataOf, etagOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { Versions, type Version } from '../editor/Versions.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite, useSession } from '../session/session.js';
import { ExamplesPanel } from '../typeExamples/ExamplesPanel.js';
import { words } from '../words/words.js';
import { withAllSaid } from './form/typeConfig.js';
import { configOf, TypeEditor } from './TypeEditor.js';
import { useSaveType } from './useSaveType.js';
import '../editor/editor.css';

const route = getRouteApi('/types/$context_id');

/** One document type: what is read of it, tried on a page, what a change would do, its examples, which versions it had. */
export function TypePage(): ReactElement {
  const { context_id } = route.useParams();
  const params = { path: { context_id } };
  const keys = [['type', context_id], ['types']];
  const type = useQuery({
    queryKey: ['type', context_id],
    queryFn: async ({ signal }) => {
      const answer = await api.GET('/v1/document-types/{context_id}', { params, signal });
      return { shown: dataOf(answer), etag: etagOf(answer) };
    },
  });
  const versions = useQuery({
    queryKey: ['type', context_id, 'versions'],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/document-types/{context_id}/versions', { params, signal })),
  });
  const tenant = useSession().data?.tenant_id ?? '';
  // A type of everybody is the platform's to change.
  const mayChange = useMayWrite() && type.data?.shown.tenant_id === tenant;
  const saving = useSaveType(context_id);
  // What a version does not say would stay as it is now.
  const takeBack = ({ config }: Version): Promise<unknown> =>
    saving.save(
      type.data ? withAllSaid(configOf(type.data.shown), { ...(config as object) }) : {},
      type.data?.etag ?? '*',
    );
  return (
    <main className="screen">
      <Link to="/types">{words.types.title}</Link>
      <Loaded of={type}>
        {({ shown, etag }) => (
          <>
            <h1>{shown.display_name}</h1>
            {!mayChange && <p className="quiet">{words.types.notYours}</p>}
            {/* A tenant's own that is deleted gives way to everybody's, which is another. */}
            <TypeEditor
              key={`${shown.tenant_id} ${context_id}`}
              type={shown}
              {...{ etag, mayChange, saving }}
              refreshes={keys}
            />
            <ExamplesPanel type={shown} />
          </>
        )}
      </Loaded>
      <section>
        <h2>{words.editor.versions}</h2>
        <Loaded of={versions}>
          {(list) => (
            <Versions
              versions={[
                ...(type.data ? [versionNow(type.data.shown)] : []),
                ...list.map(({ id, display_name, note, created_at, config }) => ({
                  ...{ id, created_at, config },
                  name: [display_name, note].filter((part) => part !== '').join(' · '),
                })),
              ]}
              onTakeBack={mayChange ? takeBack : undefined}
              refreshes={keys}
            />
          )}
        </Loaded>
      </section>
    </main>
  );
}

const versionNow = ({ display_name, updated_at, ...type }: Schemas['DocumentTypeView']): Version => ({
  ...{ id: 'now', created_at: updated_at, name: [display_name, words.file.now].join(' · ') },
  config: { display_name, ...configOf(type) },
});
