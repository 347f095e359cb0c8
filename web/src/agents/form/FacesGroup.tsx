import { useState, type ReactElement } from 'react';
import { withValue } from '../../editor/places.js';
import { readable, words } from '../../words/words.js';
import { useAgentDraft } from './agentDraft.js';
import { facesOf, shareWritten, withFaces, withFacesPart, withOne } from './agentParts.js';
import { DraftGroup, shown, Tick, WrittenInput } from './draftInputs.js';

/** Whether portraits are compared with a selfie, and where both are looked for. */
export function FacesGroup(): ReactElement {
  const { definition, onDefinition } = useAgentDraft();
  const { isOn, threshold, watchlists } = facesOf(definition);
  // Who unticks it by mistake has all of it back.
  const [before, keep] = useState(definition['face_match']);
  const known: Readonly<Record<string, string>> = words.agentForm.watchlistNames;
  return (
    <DraftGroup legend={words.agentForm.faces} places={[['face_match']]}>
      <Tick
        label={words.agentForm.faceMatch}
        isTicked={isOn}
        onTick={(on) => {
          if (!on) keep(definition['face_match']);
          const isKept = on && facesOf({ face_match: before }).isOn;
          onDefinition(isKept ? withValue(definition, ['face_match'], before) : withFaces(definition, on));
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
            onValue={(value) => onDefinition(withFacesPart(definition, 'threshold', value))}
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
                  onDefinition(withFacesPart(definition, 'watchlists', next.length > 0 ? next : undefined));
                }}
              />
            ))}
          </div>
        </>
      )}
    </DraftGroup>
  );
}
