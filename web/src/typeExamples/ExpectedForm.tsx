import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { JsonField, readJson } from '../editor/JsonField.js';
import { submitted } from '../forms/submitted.js';
import { said } from '../words/said.js';
import { readable, words } from '../words/words.js';
import type { Sample } from './sample.js';

/** What must be read from a document that is kept: what was read from it, to be put right. */
export function ExpectedForm({
  type: { context_id },
  sample,
  isDone,
}: {
  type: Pick<Schemas['DocumentTypeView'], 'context_id'>;
  sample: Sample;
  isDone: () => Promise<void>;
}): ReactElement {
  const { document, masked, isAsRead, error: unread } = sample;
  const [proposed] = useState(() => JSON.stringify(sample.expected, null, 2));
  const [text, setText] = useState(proposed);
  const { value } = readJson(text);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (name: string) => {
      // Told nothing, the service expects what it reads itself: what is masked too, which is not known here.
      const expected = isAsRead && text === proposed ? {} : { expected: value as Schemas['FieldValuesView'] };
      const body = { document, ...expected, ...(name !== '' && { name }) };
      return dataOf(
        await api.POST('/v1/document-types/{context_id}/examples', { params: { path: { context_id } }, body }),
      );
    },
    onSuccess: isDone,
  });
  const fields = masked.map(readable).join(', ');
  return (
    <Form className="editor" onSubmit={(event) => mutate(submitted(event)('name'))}>
      {unread !== null && <p className="doubt">{words.typeExamples.unread(unread)}</p>}
      <TextField name="name" maxLength={200}>
        <Label>{words.typeExamples.called}</Label>
        <Input />
        <Text slot="description">{words.typeExamples.calledHint}</Text>
      </TextField>
      <JsonField label={words.typeExamples.whatIsExpected} {...{ text }} onText={setText} isReadOnly={false} />
      <p className="quiet">{words.typeExamples.expectedHint}</p>
      {masked.length > 0 && (
        <p className="quiet">
          {isAsRead ? words.typeExamples.maskedUnchanged(fields) : words.typeExamples.maskedPast(fields)}
        </p>
      )}
      {error && <p role="alert">{said(error)}</p>}
      <Button type="submit" className="button primary" isPending={isPending} isDisabled={value === undefined}>
        {words.typeExamples.keepIt}
      </Button>
    </Form>
  );
}
