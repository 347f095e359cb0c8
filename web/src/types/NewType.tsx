import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Form, Label, TextArea, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { submitted } from '../forms/submitted.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import { NOTHING_SAID, SuggestedType } from './SuggestedType.js';
import '../editor/editor.css';

/** Samples that are looked at. */
const MOST_SAMPLES = 3;

/** A new document type: from samples that are dragged in, from a description in words, or from nothing. */
export function NewType(): ReactElement {
  const [fromNothing, setFromNothing] = useState(false);
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
      {found === undefined && (
        <Button className="button" aria-expanded={fromNothing} onPress={() => setFromNothing(!fromNothing)}>
          {words.types.fromNothing}
        </Button>
      )}
      {isPending && <p role="status">{words.types.looking}</p>}
      {error && <p role="alert">{said(error)}</p>}
      {found && <Found key={JSON.stringify(found)} found={found} />}
      {found === undefined && fromNothing && <SuggestedType suggested={NOTHING_SAID} />}
    </section>
  );
}

/** What was found of a type, as it would be made. */
function Found({
  found,
}: {
  found: Schemas['DiscoveredDocumentTypeView'] | Schemas['GeneratedDocumentTypeView'];
}): ReactElement {
  const { suggested_schema, suggested_rules, context_id, display_name, category, classify_hints, prompt_hint } = found;
  const suggested = {
    ...NOTHING_SAID,
    ...{ context_id, display_name, category, classify_hints, prompt_hint },
    ...{ output_schema: suggested_schema, validation_rules: suggested_rules },
  };
  const knownAs = 'known_as' in found ? found.known_as : null;
  return (
    <>
      {knownAs !== null && <p role="status">{words.types.knownAs(knownAs)}</p>}
      <SuggestedType suggested={suggested} />
    </>
  );
}
