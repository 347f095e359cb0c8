import { useState, type ReactElement } from 'react';
import { ClosableDialog } from '../dialogs/ClosableDialog.js';
import { words } from '../words/words.js';
import { KEYS, type Screen } from './keys.js';
import { keysAreOn, turnKeys } from './keysSetting.js';
import './keyHelp.css';

/** All keys, and whether they do something. */
export function KeyHelp({ onClose }: { onClose: () => void }): ReactElement {
  const [on, setOn] = useState(keysAreOn);
  const turn = (next: boolean): void => {
    turnKeys(next);
    setOn(next);
  };
  return (
    <ClosableDialog title={words.keys.title} onClose={onClose}>
      {(Object.keys(KEYS) as Screen[]).map((screen) => (
        <KeysOf key={screen} screen={screen} />
      ))}
      <label className="check">
        <input type="checkbox" checked={on} onChange={(event) => turn(event.currentTarget.checked)} />
        {words.keys.on}
      </label>
    </ClosableDialog>
  );
}

function KeysOf({ screen }: { screen: Screen }): ReactElement {
  return (
    <div>
      <h3>{words.keys.of[screen]}</h3>
      <dl className="keys">
        {Object.entries(KEYS[screen]).map(([name, key]) => (
          <div key={name}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words.keys.names[name as keyof typeof words.keys.names]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
