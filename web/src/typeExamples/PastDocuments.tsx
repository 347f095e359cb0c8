import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import { clauseOf } from '../discover/searchBody.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { Loaded } from '../reading/Loaded.js';
import { cellText } from '../reading/values.js';
import { moment, words } from '../words/words.js';

/** As many of the newest are offered; others are kept from their case file. */
const MOST = 20;

/** The newest documents that were handed in as this type, to choose one. */
export function PastDocuments({
  context_id,
  chosen = '',
  onChoose,
}: {
  context_id: string;
  /** `<session_id>/<doc_id>` */
  chosen: string | undefined;
  onChoose: (chosen: string | undefined) => void;
}): ReactElement {
  const found = useQuery({
    queryKey: ['past documents', context_id],
    queryFn: async ({ signal }) => {
      const filters = [clauseOf('document_type', context_id), 'status: done'];
      const sort = [{ field: 'created_at', order: 'desc' as const }];
      return dataOf(await api.POST('/v1/search', { body: { kind: 'documents', filters, sort, limit: MOST }, signal }))
        .hits;
    },
  });
  return (
    <Loaded of={found}>
      {(hits) => {
        const choices = hits.map(
          ({ source: { session_id, doc_id, filename, created_at } }) =>
            [
              `${cellText(session_id)}/${cellText(doc_id)}`,
              [moment(cellText(created_at)), cellText(filename)].filter((part) => part !== '').join(' · '),
            ] as const,
        );
        const isOffered = chosen === '' || choices.some(([value]) => value === chosen);
        if (choices.length === 0 && chosen === '') return <p className="quiet">{words.typeExamples.noPast}</p>;
        return (
          <LabelledSelect
            id="past"
            label={words.typeExamples.past}
            value={chosen}
            choices={[
              ['', words.typeExamples.choosePast],
              ...choices,
              ...(isOffered ? [] : [[chosen, chosen] as const]),
            ]}
            onChoose={(value) => onChoose(value === '' ? undefined : value)}
          />
        );
      }}
    </Loaded>
  );
}
