import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DraftEditor } from '../editor/DraftEditor.js';
import type { Refusal } from '../editor/places.js';
import { useRefusal } from '../editor/useRefusal.js';
import { useMayWrite } from '../session/session.js';
import { words } from '../words/words.js';
import { useEditedAgent } from './editedAgent.js';
import { AgentForm } from './form/AgentForm.js';

/** Changes an agent: its name, whether a cloud may be asked, and its definition, as JSON or in a form; what that would do to cases of the past is tried before it is saved. */
export function AgentEditor({
  agent,
  refreshes,
}: {
  agent: Schemas['AgentView'];
  refreshes: readonly QueryKey[];
}): ReactElement {
  const mayWrite = useMayWrite();
  const { name, setName, allow_cloud, setAllowCloud, text, setText, definition, draft, take, isOvertaken, saved } =
    useEditedAgent(agent);
  // What the service doubted of what it took, as long as that is what there is.
  const [doubted, setDoubted] = useState<{ of: string; doubts: readonly string[] }>();
  const { refusal, heard } = useRefusal(draft);
  const refused = ofDefinition(refusal);
  const params = { path: { agent_id: agent.id } };
  return (
    <DraftEditor
      label={words.agents.definition}
      {...{ text, refreshes }}
      onText={setText}
      before={saved}
      after={definition && draft}
      mayChange={mayWrite}
      isDisabled={definition === undefined || name.trim() === ''}
      refusal={refused}
      form={
        definition ? (
          <AgentForm
            definition={definition}
            onDefinition={(next) => setText(JSON.stringify(next, null, 2))}
            isReadOnly={!mayWrite}
            tenant_id={agent.tenant_id}
            refusal={refused}
          />
        ) : null
      }
      beforeSaving={
        <>
          {isOvertaken && <Overtaken onTake={() => take(agent)} />}
          {doubted?.of === agent.updated_at &&
            doubted.doubts.map((doubt) => (
              <p key={doubt} role="status" className="doubt">
                {doubt}
              </p>
            ))}
        </>
      }
      save={async () => {
        const put = dataOf(await heard(api.PUT('/v1/agents/{agent_id}', { params, body: draft })));
        take(put);
        setDoubted({ of: put.updated_at, doubts: put.warnings ?? [] });
      }}
      simulate={async () =>
        dataOf(
          await api.POST('/v1/agents/{agent_id}/simulate', {
            params,
            body: { draft, search: { kind: 'cases', query: `goal: ${agent.goal}` } },
          }),
        )
      }
    >
      <TextField value={name} onChange={setName} isReadOnly={!mayWrite} maxLength={200}>
        <Label>{words.operations.name}</Label>
        <Input />
      </TextField>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={allow_cloud}
          disabled={!mayWrite}
          onChange={(event) => setAllowCloud(event.currentTarget.checked)}
        />
        {words.agentForm.allowCloud}
      </label>
    </DraftEditor>
  );
}

/** Says that what is written was overtaken by what somebody else saved, and lets it go. */
function Overtaken({ onTake }: { onTake: () => void }): ReactElement {
  return (
    <p role="status" className="doubt">
      {words.editor.overtaken}{' '}
      <Button className="button small" onPress={onTake}>
        {words.editor.takeSaved}
      </Button>
    </p>
  );
}

/** What was refused of the definition, by its place in it. */
const ofDefinition = (refusal: Refusal | undefined): Refusal | undefined =>
  refusal?.place[0] === 'definition' ? { ...refusal, place: refusal.place.slice(1) } : undefined;
