import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import type { QueryKey } from '@tanstack/react-query';
import { moment, words } from '../words/words.js';
import { DifferenceTable } from './DifferenceTable.js';

/** A version of an agent or a type. */
export interface Version {
  id: string;
  /** What it is called, and why it was made. */
  name: string;
  created_at: string;
  config: unknown;
}

/** The versions there were, newest first: what each changed, and the way back to it. */
export function Versions({
  versions,
  onTakeBack,
  refreshes,
}: {
  versions: readonly Version[];
  /** Makes a version the newest again; left out for who may not. */
  onTakeBack: ((version: Version) => Promise<unknown>) | undefined;
  refreshes: readonly QueryKey[];
}): ReactElement {
  const [opened, setOpened] = useState<string>();
  return (
    <ol className="versions">
      {versions.map((version, index) => (
        <li key={version.id}>
          <div className="row">
            <strong>{version.name}</strong>
            <span className="quiet">{moment(version.created_at)}</span>
            <Button
              className="button small"
              aria-expanded={opened === version.id}
              onPress={() => setOpened(opened === version.id ? undefined : version.id)}
            >
              {words.editor.changed}
            </Button>
            {index > 0 && onTakeBack && (
              <ActButton act={() => onTakeBack(version)} refreshes={refreshes}>
                {words.editor.takeBack}
              </ActButton>
            )}
          </div>
          {opened === version.id && (
            <DifferenceTable before={versions[index + 1]?.config ?? {}} after={version.config} />
          )}
        </li>
      ))}
    </ol>
  );
}
