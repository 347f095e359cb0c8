import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { FilePicker } from '../forms/FilePicker.js';
import { Loaded } from '../reading/Loaded.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import { ExpectedForm } from './ExpectedForm.js';
import { PastDocuments } from './PastDocuments.js';
import { sampleOfFile, sampleOfPast } from './sample.js';
import { examplesKey } from './useExamples.js';

const route = getRouteApi('/types/$context_id');

/** Keeps an example: a page that is handed over, or a document of the past, with what must be read from it. */
export function KeepExample({ type }: { type: Schemas['DocumentTypeView'] }): ReactElement {
  const { past } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const page = useMutation({ mutationFn: (file: File) => sampleOfFile(type, file) });
  const choosePast = (chosen: string | undefined): void => {
    page.reset();
    void navigate({ search: { keep: true, ...(chosen !== undefined && { past: chosen }) }, replace: true });
  };
  const isDone = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: examplesKey(type.context_id) });
    await navigate({ search: {}, replace: true });
  };
  return (
    <div className="editor">
      <FilePicker
        id="example"
        label={words.typeExamples.page}
        isHandedOn
        onFiles={([file]) => {
          choosePast(undefined);
          if (file) page.mutate(file);
        }}
      />
      <PastDocuments context_id={type.context_id} chosen={past} onChoose={choosePast} />
      {page.isPending && <p role="status">{words.types.looking}</p>}
      {page.error && <p role="alert">{said(page.error)}</p>}
      {page.data && <ExpectedForm key={page.submittedAt} {...{ type, isDone }} sample={page.data} />}
      {past !== undefined && !page.data && <FromPast key={past} {...{ type, past, isDone }} />}
    </div>
  );
}

function FromPast({
  type,
  past,
  isDone,
}: {
  type: Schemas['DocumentTypeView'];
  past: string;
  isDone: () => Promise<void>;
}): ReactElement {
  const sample = useQuery({
    queryKey: ['past sample', type.context_id, past],
    queryFn: ({ signal }) => sampleOfPast(type, past, signal),
    // It is not read again below what somebody writes, and no document stays in memory longer than it is looked at.
    ...{ staleTime: Infinity, gcTime: 0 },
  });
  return <Loaded of={sample}>{(read) => <ExpectedForm {...{ type, isDone }} sample={read} />}</Loaded>;
}
