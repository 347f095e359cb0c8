import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { useExamples } from './useExamples.js';

/** What examples are held to. */
export interface HeldTo {
  type: Pick<Schemas['DocumentTypeView'], 'context_id' | 'updated_at'>;
  /** What of the type is to be otherwise; undefined where nothing is. */
  draft?: object | undefined;
}

/**
 * What came of examples stands under the type, the draft and the examples that were held to them: once any of these is another, nothing is said.
 * @param examples their ids, oldest first
 */
export const checkedKey = (
  { type: { context_id, updated_at }, draft }: HeldTo,
  examples: readonly string[],
): QueryKey => [
  'examples checked',
  context_id,
  updated_at,
  draft === undefined ? null : JSON.stringify(draft),
  examples,
];

/** What comes of the examples of a type, or of a draft of it: asked for with `refetch` alone, since each of them is read for it. */
export function useExamplesChecked(heldTo: HeldTo): UseQueryResult<Schemas['ExamplesCheckedView']> {
  const { type, draft } = heldTo;
  const params = { path: { context_id: type.context_id } };
  const examples = useExamples(type.context_id).data ?? [];
  return useQuery({
    queryKey: checkedKey(
      heldTo,
      examples.map(({ id }) => id),
    ),
    ...{ enabled: false, retry: false, staleTime: Infinity },
    queryFn: async ({ signal }) => {
      const body = draft === undefined ? {} : { draft };
      return dataOf(await api.POST('/v1/document-types/{context_id}/examples/check', { params, body, signal }));
    },
  });
}
