import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { said } from '../words/said.js';
import { percent, words } from '../words/words.js';

/** Compares the faces of two pictures. */
export function CompareFaces(): ReactElement {
  const [source, setSource] = useState<File>();
  const [target, setTarget] = useState<File>();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async ([one, other]: [File, File]) => {
      const body = { source: await fileData(one), target: await fileData(other) };
      return dataOf(await api.POST('/api/v1/face/match', { body }));
    },
  });
  return (
    <section className="card">
      <h2>{words.faces.compare}</h2>
      <FilePicker id="face-one" label={words.faces.one} accept="image/*" onFiles={([file]) => setSource(file)} />
      <FilePicker id="face-other" label={words.faces.other} accept="image/*" onFiles={([file]) => setTarget(file)} />
      <Button
        className="button"
        isDisabled={!source || !target}
        isPending={isPending}
        onPress={() => source && target && mutate([source, target])}
      >
        {words.faces.compareThem}
      </Button>
      {error && <p role="alert">{said(error)}</p>}
      {data && (
        <p role="status" className={data.match ? 'good' : 'bad'}>
          {words.faces.matched(data.match, percent(data.similarity))}
        </p>
      )}
      {data?.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </section>
  );
}
