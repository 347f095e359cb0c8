import type { QueryKey } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { api, dataOf, etagOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DraftEditor } from '../editor/DraftEditor.js';
import type { Read } from '../editor/drafts.js';
import type { Refusal } from '../editor/places.js';
import { useDoubts } from '../editor/useDoubts.js';
import { useDraft } from '../editor/useDraft.js';
import type { Own } from '../editor/useOwnChanges.js';
import { useRefusal } from '../editor/useRefusal.js';
import { useMayWrite } from '../session/session.js';
import { words } from '../words/words.js';
import { AgentForm } from './form/AgentForm.js';

/** What of an agent is edited beside its definition. */
type Fields = Pick<Schemas['AgentView'], 'name' | 'version' | 'allow_cloud'>;

const readOf = ({ name, version, allow_cloud, definition }: Schemas['AgentView'], etag: string): Read<Fields> => ({
  ...{ fields: { name, version, allow_cloud }, config: definition, etag },
});

/** Changes an agent: its name, whether a cloud may be asked, and its definition, as JSON or in a form; what that would do to cases of the past is tried before it is saved. */
export function AgentEditor({
  agent,
  etag,
  own,
  refreshes,
}: {
  agent: Schemas['AgentView'];
  /** What it is called as it is shown: what is another by then is not saved over. */
  etag: string;
  own: Own;
  refreshes: readonly QueryKey[];
}): ReactElement {
  const mayWrite = useMayWrite();
  const saved = readOf(agent, etag);
  const draft = useDraft(saved, own);
  const { fields, setFields, config: definition } = draft;
  const { name, version, allow_cloud } = fields;
  const body = { ...fields, ...(definition && { definition }) };
  const { doubts, doubt } = useDoubts(agent);
  const { refusal, heard } = useRefusal(body);
  const refused = ofDefinition(refusal);
  const params = { path: { agent_id: agent.id } };
  return (
    <DraftEditor
      label={words.agents.definition}
      {...{ draft, doubts, refreshes }}
      before={{ ...saved.fields, definition: agent.definition }}
      after={definition && body}
      mayChange={mayWrite}
      isDisabled={definition === undefined || name.trim() === '' || version.trim() === ''}
      refusal={refused}
      form={
        definition ? (
          <AgentForm
            config={definition}
            onConfig={draft.setConfig}
            isReadOnly={!mayWrite}
            tenant_id={agent.tenant_id}
            refusal={refused}
          />
        ) : null
      }
      save={() =>
        draft.save(async (over) => {
          const put = (now: string) =>
            api.PUT('/v1/agents/{agent_id}', { params: { ...params, header: { 'If-Match': now } }, body });
          const answer = await heard(own.change(over, put));
          const shown = dataOf(answer);
          doubt(shown);
          return readOf(shown, etagOf(answer));
        })
      }
      simulate={async () =>
        dataOf(
          await api.POST('/v1/agents/{agent_id}/simulate', {
            params,
            body: { draft: body, search: { kind: 'cases', query: `goal: ${agent.goal}` } },
          }),
        )
      }
    >
      <TextField
        value={name}
        onChange={(next) => setFields({ ...fields, name: next })}
        isReadOnly={!mayWrite}
        maxLength={200}
      >
        <Label>{words.operations.name}</Label>
        <Input />
      </TextField>
      <TextField
        value={version}
        onChange={(next) => setFields({ ...fields, version: next })}
        isReadOnly={!mayWrite}
        maxLength={32}
      >
        <Label>{words.agents.version}</Label>
        <Input />
      </TextField>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={allow_cloud}
          disabled={!mayWrite}
          onChange={(event) => setFields({ ...fields, allow_cloud: event.currentTarget.checked })}
        />
        {words.agentForm.allowCloud}
      </label>
    </DraftEditor>
  );
}

/** What was refused of the definition, by its place in it. */
const ofDefinition = (refusal: Refusal | undefined): Refusal | undefined =>
  refusal?.place[0] === 'definition' ? { ...refusal, place: refusal.place.slice(1) } : undefined;
