import type { ReactElement } from 'react';
import { words } from '../../words/words.js';
import { DraftGroup, TextInput } from './draftInputs.js';

/** What the page says on which customers hand something in. */
export function CaptureGroup(): ReactElement {
  return (
    <DraftGroup legend={words.agentForm.capture} places={[['capture']]}>
      <TextInput label={words.agentForm.captureName} place={['capture', 'name']} />
      <TextInput label={words.agentForm.accent} place={['capture', 'accent']} />
      <TextInput label={words.agentForm.returnUrl} place={['capture', 'return_url']} />
      <TextInput label={words.agentForm.consentVersion} place={['capture', 'consent', 'version']} />
      <TextInput label={words.agentForm.intro} place={['capture', 'intro']} rows={3} />
      <TextInput label={words.agentForm.consentText} place={['capture', 'consent', 'text']} rows={3} />
    </DraftGroup>
  );
}
