import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DraftEditor } from '../editor/DraftEditor.js';
import { readJson } from '../editor/JsonField.js';
import type { Refusal } from '../editor/places.js';
import { useRefusal } from '../editor/useRefusal.js';
import { useMayWrite } from '../session/session.js';
import { words } from '../words/words.js';
import { AgentForm } from './form/AgentForm.js';

/** Changes an agent: its name, whether a cloud may be asked, and its definition, as JSON or in a form; what that would do to cases of the past is tried before it is saved. */
export function AgentEditor({
  agent,
  refreshes,
  doubts,
  onDoubts,
}: {
  agent: Schemas['AgentView'];
  /** What the service doubted of what it took last. */
  doubts: readonly string[];
  /** Is told what the service doubts of what it took. */
  onDoubts: (doubts: readonly string[]) => void;
  refreshes: readonly QueryKey[];
}): ReactElement {
  const mayWrite = useMayWrite();
  const [name, setName] = useState(agent.name);
  const [allow_cloud, setAllowCloud] = useState(agent.allow_cloud);
  const [text, setText] = useState(() => JSON.stringify(agent.definition, null, 2));
  const { value: definition } = readJson(text);
  const draft = { name, allow_cloud, ...(definition && { definition }) };
  const { refusal, heard } = useRefusal(draft);
  const refused = ofDefinition(refusal);
  const params = { path: { agent_id: agent.id } };
  return (
    <DraftEditor
      label={words.agents.definition}
      {...{ text, refreshes }}
      onText={setText}
      before={{ name: agent.name, allow_cloud: agent.allow_cloud, definition: agent.definition }}
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
            refusal={refused}
          />
        ) : null
      }
      beforeSaving={doubts.map((doubt) => (
        <p key={doubt} role="status" className="doubt">
          {doubt}
        </p>
      ))}
      save={async () => {
        onDoubts([]);
        const { warnings } = dataOf(await heard(api.PUT('/v1/agents/{agent_id}', { params, body: draft })));
        onDoubts(warnings ?? []);
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

/** What was refused of the definition, by its place in it. */
const ofDefinition = (refusal: Refusal | undefined): Refusal | undefined =>
  refusal?.place[0] === 'definition' ? { ...refusal, place: refusal.place.slice(1) } : undefined;
