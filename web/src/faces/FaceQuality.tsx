import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { FactList } from '../reading/FactList.js';
import { said } from '../words/said.js';
import { percent, words } from '../words/words.js';

const MEASURES = ['size', 'sharpness', 'pose', 'exposure', 'occlusion'] as const;

/** Says how good a picture of a face is, and what would make a better one. */
export function FaceQuality(): ReactElement {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const body = { image: await fileData(file), checks: ['quality' as const] };
      return dataOf(await api.POST('/api/v1/face/extract', { body }));
    },
  });
  const details = data?.quality_details;
  return (
    <section className="card">
      <h2>{words.faces.quality}</h2>
      <FilePicker
        id="face-quality"
        label={words.faces.picture}
        accept="image/*"
        onFiles={([file]) => file && mutate(file)}
      />
      {isPending && <p role="status">{words.types.looking}</p>}
      {error && <p role="alert">{said(error)}</p>}
      {data && <p role="status">{words.faces.seen(data.face_count, percent(data.quality ?? 0))}</p>}
      {details && (
        <>
          <FactList facts={MEASURES.map((measure) => [words.faces.measures[measure], percent(details[measure])])} />
          <ul>
            {details.advice.map((advice) => (
              <li key={advice}>{advice}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
