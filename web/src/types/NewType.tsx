import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Form, Label, TextArea, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { submitted } from '../forms/submitted.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import { NOTHING_SAID, suggestedOf } from './suggestion.js';
import { SuggestedType } from './SuggestedType.js';
import '../editor/editor.css';

/** Samples that are looked at. */
const MOST_SAMPLES = 3;

/** A type that was found, as it is written on. */
interface Found {
  /** As it was found. */
  first: string;
  text: string;
  knownAs: string | null;
}

const NOTHING = JSON.stringify(NOTHING_SAID, null, 2);

/** A new document type: from samples that are dragged in, from a description in words, or from nothing. */
export function NewType(): ReactElement {
  // What is written stays until another type is found; what was begun with nothing stays also then.
  const [found, setFound] = useState<Found>();
  const [begun, setBegun] = useState(NOTHING);
  const [fromNothing, setFromNothing] = useState(false);
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async (from: readonly File[] | string) => {
      if (typeof from === 'string')
        return dataOf(await api.POST('/v1/document-types/generate', { body: { description: from } }));
      const documents = await Promise.all(from.slice(0, MOST_SAMPLES).map(fileData));
      return dataOf(await api.POST('/v1/document-types/discover', { body: { documents } }));
    },
  });
  const find = (from: readonly File[] | string): void =>
    // Of two that are looked for, the one that was asked for last.
    mutate(from, {
      onSuccess(answer) {
        const first = JSON.stringify(suggestedOf(answer), null, 2);
        setFound({ first, text: first, knownAs: 'known_as' in answer ? answer.known_as : null });
        setFromNothing(false);
      },
    });
  return (
    <section className="editor">
      <FilePicker id="samples" label={words.types.fromSamples} multiple isHandedOn onFiles={find} />
      <Form onSubmit={(event) => find(submitted(event)('description'))}>
        <TextField name="description" isRequired maxLength={4000}>
          <Label>{words.types.fromWords}</Label>
          <TextArea rows={2} />
        </TextField>
        <Button type="submit" className="button" isPending={isPending && typeof variables === 'string'}>
          {words.types.suggest}
        </Button>
      </Form>
      <Button className="button" aria-expanded={fromNothing} onPress={() => setFromNothing(!fromNothing)}>
        {begun === NOTHING || fromNothing ? words.types.fromNothing : words.types.goOn}
      </Button>
      {isPending && <p role="status">{words.types.looking}</p>}
      {error && <p role="alert">{said(error)}</p>}
      {fromNothing && <SuggestedType label={words.types.begun} text={begun} onText={setBegun} />}
      {found && !fromNothing && (
        <FoundType key={found.first} {...{ found }} onText={(text) => setFound({ ...found, text })} />
      )}
    </section>
  );
}

function FoundType({
  found: { text, knownAs },
  onText,
}: {
  found: Found;
  onText: (text: string) => void;
}): ReactElement {
  return (
    <>
      {knownAs !== null && <p role="status">{words.types.knownAs(knownAs)}</p>}
      <SuggestedType label={words.types.suggested} {...{ text, onText }} />
    </>
  );
}
