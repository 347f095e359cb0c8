import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DraftEditor } from '../editor/DraftEditor.js';
import { readJson } from '../editor/JsonField.js';
import { words } from '../words/words.js';

/** Changes an agent: its name and its definition; what that would do to cases of the past is tried before it is saved. */
export function AgentEditor({
  agent,
  mayWrite,
  refreshes,
}: {
  agent: Schemas['AgentView'];
  mayWrite: boolean;
  refreshes: readonly QueryKey[];
}): ReactElement {
  const [name, setName] = useState(agent.name);
  const [text, setText] = useState(() => JSON.stringify(agent.definition, null, 2));
  const { value: definition } = readJson(text);
  const draft = { name, ...(definition && { definition }) };
  const params = { path: { agent_id: agent.id } };
  return (
    <DraftEditor
      label={words.agents.definition}
      {...{ text, refreshes }}
      onText={setText}
      before={{ name: agent.name, definition: agent.definition }}
      after={definition && { name, definition }}
      mayChange={mayWrite}
      isDisabled={definition === undefined || name.trim() === ''}
      save={() => api.PUT('/v1/agents/{agent_id}', { params, body: draft })}
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
    </DraftEditor>
  );
}
