import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { DataTable } from '../reading/DataTable.js';
import { said } from '../words/said.js';
import { percent, readable, words } from '../words/words.js';
import { BulkSearch } from './BulkSearch.js';
import { OWN_REGISTER, RegisterChoice } from './RegisterChoice.js';

/** Looks for the face of a picture in a register; for those of many pictures at once, as a job that goes on by itself. */
export function SearchFaces({ registers }: { registers: readonly string[] }): ReactElement {
  const [chosen, setChosen] = useState<string>();
  const [files, setFiles] = useState<File[]>([]);
  const [job, setJob] = useState<string>();
  const database = chosen ?? OWN_REGISTER;
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (databases: string[]): Promise<Schemas['FaceSearchView'] | undefined> => {
      const [first, ...more] = files;
      if (!first) return undefined;
      if (more.length === 0) {
        const body = { probe: await fileData(first), databases };
        return dataOf(await api.POST('/api/v1/face/search', { body }));
      }
      const probes = await Promise.all(files.map(async (file) => ({ id: file.name, ...(await fileData(file)) })));
      setJob(dataOf(await api.POST('/api/v1/face/bulk/search', { body: { probes, databases } })).job_id);
      return undefined;
    },
  });
  return (
    <section className="card">
      <h2>{words.faces.search}</h2>
      <FilePicker id="face-probe" label={words.faces.pictures} accept="image/*" multiple onFiles={setFiles} />
      <RegisterChoice id="search-register" {...{ registers }} value={database} onChoose={setChosen} />
      <Button
        className="button"
        isDisabled={files.length === 0}
        isPending={isPending}
        onPress={() => mutate([database])}
      >
        {words.faces.find}
      </Button>
      {error && <p role="alert">{said(error)}</p>}
      {data && (
        <>
          <DataTable
            caption={words.faces.search}
            empty={words.faces.notFound(data.compared)}
            rows={data.results}
            keyOf={({ database: of, face_id }) => `${of} ${face_id}`}
            columns={[
              { name: words.faces.face, cell: ({ face_id, person_id }) => person_id ?? face_id },
              { name: words.faces.register, cell: ({ database: of }) => readable(of) },
              { name: words.faces.similarity, cell: ({ similarity }) => percent(similarity), isNumber: true },
            ]}
          />
          {data.notes.map((note) => (
            <p key={note} className="quiet">
              {note}
            </p>
          ))}
        </>
      )}
      {job !== undefined && <BulkSearch key={job} job_id={job} />}
    </section>
  );
}
