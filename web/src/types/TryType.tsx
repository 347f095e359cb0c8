import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { cellText } from '../reading/values.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { DataTable } from '../reading/DataTable.js';
import { said } from '../words/said.js';
import { percent, readable, words } from '../words/words.js';

/** Reads a page with a draft of a type, and shows each value with where it stood and how sure it is. Nothing is kept. */
export function TryType({
  context_id,
  draft,
  onTried,
}: {
  context_id: string;
  /** The type as it is where it is left out. */
  draft: object | undefined;
  /** Told when a page was read. */
  onTried: () => void;
}): ReactElement {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (file: File) => {
      const body = { document: await fileData(file), ...(draft && { draft }) };
      const params = { path: { context_id } };
      return dataOf(await api.POST('/v1/document-types/{context_id}/test', { params, body }));
    },
    onSuccess: onTried,
  });
  return (
    <section>
      <h2>{words.types.try}</h2>
      <FilePicker id="try" label={words.types.tryHint} isHandedOn onFiles={([file]) => file && mutate(file)} />
      {isPending && <p role="status">{words.types.looking}</p>}
      {error && <p role="alert">{said(error)}</p>}
      {data?.error && <p role="alert">{data.error}</p>}
      {data?.warnings.map((warning) => (
        <p key={warning} className="doubt">
          {warning}
        </p>
      ))}
      {data?.result && <ReadValues result={data.result} />}
    </section>
  );
}

function ReadValues({ result }: { result: Schemas['PipelineResultView'] }): ReactElement {
  const { extracted, confidences, sources, coordinates, violations } = result;
  return (
    <DataTable
      caption={words.review.fields}
      empty={words.types.nothingRead}
      rows={Object.entries(extracted)}
      keyOf={([field]) => field}
      columns={[
        { name: words.review.field, cell: ([field]) => readable(field) },
        { name: words.review.value, cell: ([, value]) => cellText(value) },
        {
          name: words.review.sure,
          isNumber: true,
          cell: ([field]) => (typeof confidences[field] === 'number' ? percent(confidences[field]) : ''),
        },
        { name: words.types.where, cell: ([field]) => whereOf(sources[field], coordinates[field]) },
        {
          name: words.types.rules,
          cell: ([field]) =>
            violations
              .filter((violation) => violation.field === field)
              .map(({ message }) => message)
              .join(' '),
        },
      ]}
    />
  );
}

/** From what a value was read, and where that stood: the page, and the distance from its left and top edge. */
function whereOf(source: string | undefined, place: { page: number; box: number[] } | undefined): string {
  const at = place && words.types.at(place.page, percent(place.box[0] ?? 0), percent(place.box[1] ?? 0));
  return [source, at].filter((part) => part !== undefined).join(', ');
}
