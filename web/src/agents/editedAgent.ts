import { useState } from 'react';
import type { Schemas } from '../api/schemas.js';
import { readJson } from '../editor/JsonField.js';

/** What of an agent is edited. */
const edited = ({
  name,
  allow_cloud,
  definition,
}: Pick<Schemas['AgentView'], 'name' | 'allow_cloud' | 'definition'>) => ({
  ...{ name, allow_cloud, definition },
});

const written = (definition: unknown): string => JSON.stringify(definition, null, 2);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * An agent while it is edited. What somebody else saves meanwhile is shown at once where nothing was written yet; else what was written stays, and
 * it is told that it was overtaken.
 */
export function useEditedAgent(agent: Schemas['AgentView']) {
  const [began, setBegan] = useState(agent);
  const [name, setName] = useState(agent.name);
  const [allow_cloud, setAllowCloud] = useState(agent.allow_cloud);
  const [text, setText] = useState(() => written(agent.definition));
  const { value: definition } = readJson(text);
  const draft = { name, allow_cloud, ...(definition && { definition }) };
  const take = (saved: Schemas['AgentView']): void => {
    setBegan(saved);
    setName(saved.name);
    setAllowCloud(saved.allow_cloud);
    // How it is written stays where it says the same.
    if (!isSame(definition, saved.definition)) setText(written(saved.definition));
  };
  const isOvertaken = agent.updated_at > began.updated_at && !isSame(edited(agent), edited(began));
  const isUntouched = isSame(draft, edited(began));
  if (isOvertaken && isUntouched) take(agent);
  return {
    ...{ name, setName, allow_cloud, setAllowCloud, text, setText, definition, draft, take },
    isOvertaken: isOvertaken && !isUntouched,
    saved: edited(agent),
  };
}
