import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { submitted } from '../forms/submitted.js';
import { said } from '../words/said.js';
import { percent, words } from '../words/words.js';
import { OWN_REGISTER, RegisterChoice } from './RegisterChoice.js';

/** Puts a face into a register. */
export function RegisterFace({ registers }: { registers: readonly string[] }): ReactElement {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const [file, setFile] = useState<File>();
  const database = chosen ?? OWN_REGISTER;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async ({ image, person_id }: { image: File; person_id: string }) => {
      const body = { image: await fileData(image), database, ...(person_id !== '' && { person_id }) };
      return dataOf(await api.POST('/api/v1/face/register', { body }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['registers'] }),
  });
  return (
    <section className="card">
      <h2>{words.faces.put}</h2>
      <FilePicker id="face-new" label={words.faces.picture} accept="image/*" onFiles={([one]) => setFile(one)} />
      <Form
        onSubmit={(event) => {
          const person_id = submitted(event)('person_id');
          if (file) mutate({ image: file, person_id });
        }}
      >
        <RegisterChoice id="new-register" {...{ registers }} value={database} onChoose={setChosen} />
        <TextField name="person_id" maxLength={200}>
          <Label>{words.faces.person}</Label>
          <Input />
          <Text slot="description">{words.faces.personHint}</Text>
        </TextField>
        <Button type="submit" className="button" isDisabled={!file} isPending={isPending}>
          {words.faces.put}
        </Button>
      </Form>
      {error && <p role="alert">{said(error)}</p>}
      {data && <p role="status">{words.faces.registered(data.face_id, percent(data.quality))}</p>}
    </section>
  );
}
