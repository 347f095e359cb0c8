import { useState, type ReactElement } from 'react';
import { withValue } from '../../editor/places.js';
import { readable, words } from '../../words/words.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { facesOf, withFaces, withFacesPart, withOne } from './agentParts.js';
import { shareWritten } from '../../editor/form/written.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { Tick } from '../../editor/form/ChoiceInput.js';
import { shown, WrittenInput } from '../../editor/form/WrittenInput.js';

/** Whether portraits are compared with a selfie, and where both are looked for. */
export function FacesGroup(): ReactElement {
  const { config, onConfig } = useFormDraft();
  const { isOn, threshold, watchlists } = facesOf(config);
  // Who unticks it by mistake has all of it back.
  const [before, keep] = useState(config['face_match']);
  const known: Readonly<Record<string, string>> = words.agentForm.watchlistNames;
  return (
    <DraftGroup legend={words.agentForm.faces} places={[['face_match']]}>
      <Tick
        label={words.agentForm.faceMatch}
        isTicked={isOn}
        onTick={(on) => {
          if (!on) keep(config['face_match']);
          const isKept = on && facesOf({ face_match: before }).isOn;
          onConfig(isKept ? withValue(config, ['face_match'], before) : withFaces(config, on));
        }}
      />
      {isOn && (
        <>
          <WrittenInput<unknown>
            label={words.agentForm.threshold}
            place={['face_match', 'threshold']}
            value={threshold}
            read={shareWritten}
            show={shown}
            onValue={(value) => onConfig(withFacesPart(config, 'threshold', value))}
          />
          <div role="group" aria-labelledby="agent-watchlists" className="checks">
            <span id="agent-watchlists" className="react-aria-Label">
              {words.agentForm.watchlists}
            </span>
            {[...new Set([...Object.keys(known), ...watchlists])].map((name) => (
              <Tick
                key={name}
                label={known[name] ?? readable(name)}
                isTicked={watchlists.includes(name)}
                onTick={(isIn) => {
                  const next = withOne(watchlists, name, isIn);
                  onConfig(withFacesPart(config, 'watchlists', next.length > 0 ? next : undefined));
                }}
              />
            ))}
          </div>
        </>
      )}
    </DraftGroup>
  );
}
