import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { useMayWrite } from '../session/session.js';
import { moment, words } from '../words/words.js';
import { CompareFaces } from './CompareFaces.js';
import { FaceQuality } from './FaceQuality.js';
import { Monitoring } from './Monitoring.js';
import { RegisterFace } from './RegisterFace.js';
import { SearchFaces } from './SearchFaces.js';
import './faces.css';

/** Faces: two compared, one judged, one looked for, one registered; and the registers there are. */
export function FacesPage(): ReactElement {
  const registers = useQuery({
    queryKey: ['registers'],
    queryFn: async ({ signal }) => dataOf(await api.GET('/api/v1/face/index/details', { signal })),
  });
  const mayWrite = useMayWrite();
  const names = registers.data?.map(({ database }) => database) ?? [];
  return (
    <main className="screen faces-page">
      <h1>{words.faces.title}</h1>
      <div className="columns">
        <CompareFaces />
        <FaceQuality />
        <SearchFaces registers={names} />
        {mayWrite && <RegisterFace registers={names} />}
      </div>
      <Monitoring />
      <section>
        <h2>{words.faces.registers}</h2>
        <Loaded of={registers}>
          {(rows) => (
            <DataTable
              caption={words.faces.registers}
              empty={words.faces.noRegisters}
              rows={rows}
              keyOf={({ database }) => database}
              columns={[
                { name: words.operations.name, cell: ({ display_name }) => display_name },
                { name: words.faces.count, cell: ({ face_count }) => face_count, isNumber: true },
                {
                  name: words.file.touched,
                  cell: ({ last_updated }) => (last_updated === '' ? '–' : moment(last_updated)),
                },
              ]}
            />
          )}
        </Loaded>
      </section>
    </main>
  );
}
