import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.js';
import { checkedKey } from '../typeExamples/useExamplesChecked.js';

/** Saves a type; what the service says of its examples then stands where the editor shows what comes of them. */
export function useSaveType(context_id: string): (config: object) => Promise<void> {
  const queries = useQueryClient();
  return async (config) => {
    const params = { path: { context_id } };
    const saved = dataOf(await api.PUT('/v1/document-types/{context_id}', { params, body: config }));
    if (!saved.examples) return;
    const ids = saved.examples.examples.map(({ example_id }) => example_id);
    queries.setQueryData(checkedKey({ type: saved }, ids), saved.examples);
  };
}
