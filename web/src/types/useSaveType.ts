import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { checkedKey } from '../typeExamples/useExamplesChecked.js';

/** Saves a type over what has an entity tag; what the service says of its examples then stands where the editor shows what comes of them. */
export function useSaveType(
  context_id: string,
): (config: object, etag: string) => Promise<Schemas['DocumentTypeView']> {
  const queries = useQueryClient();
  return async (config, etag) => {
    const params = { path: { context_id }, header: { 'If-Match': etag } };
    const saved = dataOf(await api.PUT('/v1/document-types/{context_id}', { params, body: config }));
    if (saved.examples) {
      const ids = saved.examples.examples.map(({ example_id }) => example_id);
      queries.setQueryData(checkedKey({ type: saved }, ids), saved.examples);
    }
    return saved;
  };
}
