import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { checkedKey } from '../typeExamples/useExamplesChecked.js';

/** Saves a type as it was read, by its entity tag; what the service says of its examples then stands where the editor shows what comes of them. */
export function useSaveType(
  context_id: string,
  etag: string,
): (config: object) => Promise<Schemas['DocumentTypeView']> {
  const queries = useQueryClient();
  return async (config) => {
    const params = { path: { context_id }, header: { 'If-Match': etag } };
    const saved = dataOf(await api.PUT('/v1/document-types/{context_id}', { params, body: config }));
    if (saved.examples) {
      const ids = saved.examples.examples.map(({ example_id }) => example_id);
      queries.setQueryData(checkedKey({ type: saved }, ids), saved.examples);
    }
    return saved;
  };
}
