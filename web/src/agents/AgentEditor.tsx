import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DifferenceTable } from '../editor/DifferenceTable.js';
import { JsonField, readJson } from '../editor/JsonField.js';
import { Simulation } from '../editor/Simulation.js';
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
  const isDisabled = definition === undefined || name.trim() === '';
  return (
    <section className="editor">
      <TextField value={name} onChange={setName} isReadOnly={!mayWrite} maxLength={200}>
        <Label>{words.operations.name}</Label>
        <Input />
      </TextField>
      <JsonField label={words.agents.definition} text={text} onText={setText} isReadOnly={!mayWrite} />
      {definition && (
        <DifferenceTable before={{ name: agent.name, definition: agent.definition }} after={{ name, definition }} />
      )}
      {mayWrite && (
        <>
          <div className="row">
            <ActButton
              isSmall={false}
              {...{ isDisabled, refreshes }}
              act={() => api.PUT('/v1/agents/{agent_id}', { params, body: draft })}
            >
              {words.review.save}
            </ActButton>
          </div>
          <Simulation
            isDisabled={isDisabled}
            begin={async () =>
              dataOf(
                await api.POST('/v1/agents/{agent_id}/simulate', {
                  params,
                  body: { draft, search: { kind: 'cases', query: `goal: ${agent.goal}` } },
                }),
              )
            }
          />
        </>
      )}
    </section>
  );
}
