import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button, Form, Label, TextArea, TextField } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { JsonField, readJson } from '../editor/JsonField.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { submitted } from '../forms/submitted.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import '../editor/editor.css';

/** Samples that are looked at. */
const MOST_SAMPLES = 3;

/** A new document type: from samples that are dragged in, or from a description in words. */
export function NewType(): ReactElement {
  const discover = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const documents = await Promise.all(files.slice(0, MOST_SAMPLES).map(fileData));
      return dataOf(await api.POST('/v1/document-types/discover', { body: { documents } }));
    },
  });
  const generate = useMutation({
    mutationFn: async (description: string) =>
      dataOf(await api.POST('/v1/document-types/generate', { body: { description } })),
  });
  const isPending = discover.isPending || generate.isPending;
  const error = discover.error ?? generate.error;
  const found = discover.data ?? generate.data;
  return (
    <section className="editor">
      <FilePicker
        id="samples"
        label={words.types.fromSamples}
        multiple
        onFiles={(files) => {
          generate.reset();
          discover.mutate(files);
        }}
      />
      <Form
        onSubmit={(event) => {
          const description = submitted(event)('description');
          discover.reset();
          generate.mutate(description);
        }}
      >
        <TextField name="description" isRequired maxLength={4000}>
          <Label>{words.types.fromWords}</Label>
          <TextArea rows={2} />
        </TextField>
        <Button type="submit" className="button" isPending={generate.isPending}>
          {words.types.suggest}
        </Button>
      </Form>
      {isPending && <p role="status">{words.types.looking}</p>}
      {error && <p role="alert">{said(error)}</p>}
      {found && <Suggested key={JSON.stringify(found)} found={found} />}
    </section>
  );
}

/** What was found: to be looked at, changed, and made. */
function Suggested({
  found,
}: {
  found: Schemas['DiscoveredDocumentTypeView'] | Schemas['GeneratedDocumentTypeView'];
}): ReactElement {
  const navigate = useNavigate();
  const { suggested_schema, suggested_rules, context_id, display_name, category, classify_hints, prompt_hint } = found;
  const suggested = {
    ...{ context_id, display_name, category, classify_hints, prompt_hint },
    ...{ output_schema: suggested_schema, validation_rules: suggested_rules },
  };
  const [text, setText] = useState(() => JSON.stringify(suggested, null, 2));
  const { value } = readJson(text);
  const knownAs = 'known_as' in found ? found.known_as : null;
  return (
    <>
      {knownAs !== null && <p role="status">{words.types.knownAs(knownAs)}</p>}
      <JsonField label={words.types.suggested} text={text} onText={setText} isReadOnly={false} />
      <ActButton
        isSmall={false}
        isDisabled={value === undefined}
        refreshes={[['types']]}
        act={async () => {
          // The service checks what was written: what is not acceptable is refused with what is wrong.
          const made = dataOf(await api.POST('/v1/document-types', { body: value as Schemas['CreateDocumentType'] }));
          await navigate({ to: '/types/$context_id', params: { context_id: made.context_id } });
        }}
      >
        {words.operations.make}
      </ActButton>
    </>
  );
}
