import { useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Button } from 'react-aria-components';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { LinesInput, TextInput } from '../../editor/form/WrittenInput.js';
import { valueAt, withValue } from '../../editor/places.js';
import { fileData } from '../../forms/fileData.js';
import { FilePicker } from '../../forms/FilePicker.js';
import { words } from '../../words/words.js';

const LOGO_ID = 'agent-logo';

/** Largest picture that the service takes for a logo, in bytes. */
const LARGEST_LOGO = 32 * 1024;

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
      <LinesInput label={words.agentForm.framedBy} place={['capture', 'framed_by']} />
      <LogoInput />
    </DraftGroup>
  );
}

/** The picture that stands above the page. It is not shown here: pages of the console take no picture from a text. */
function LogoInput(): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const [isTooLarge, setTooLarge] = useState(false);
  const place = ['capture', 'logo'];
  const logo = valueAt(config, place);
  const take = async (file: File): Promise<void> => {
    setTooLarge(file.size > LARGEST_LOGO);
    if (file.size > LARGEST_LOGO) return;
    const { data, mime_type } = await fileData(file);
    onConfig(withValue(config, place, `data:${mime_type};base64,${data}`));
  };
  return (
    <>
      {!isReadOnly && (
        <FilePicker
          id={LOGO_ID}
          label={words.agentForm.logo}
          accept="image/png,image/jpeg,image/webp"
          isHandedOn
          onFiles={([file]) => file && void take(file)}
        />
      )}
      {isTooLarge && <p role="alert">{words.agentForm.logoTooLarge}</p>}
      {logo !== undefined && (
        <div className="row">
          <span>{words.agentForm.hasLogo}</span>
          {!isReadOnly && (
            <Button
              className="button small"
              onPress={() => {
                flushSync(() => onConfig(withValue(config, place, undefined)));
                document.getElementById(LOGO_ID)?.focus();
              }}
            >
              {words.agentForm.removeLogo}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
