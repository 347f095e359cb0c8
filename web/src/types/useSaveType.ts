import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, etagOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { useOwnChanges, type Own, type Shown } from '../editor/useOwnChanges.js';
import { checkedKey } from '../typeExamples/useExamplesChecked.js';

/** Saves a type over what has an entity tag; what the service says of its examples then stands where the editor shows what comes of them. */
export function useSaveType(context_id: string): {
  save: (config: object, etag: string) => Promise<Shown<Schemas['DocumentTypeView']>>;
  own: Own;
} {
  const queries = useQueryClient();
  const own = useOwnChanges(['type', context_id]);
  const save = async (config: object, etag: string): Promise<Shown<Schemas['DocumentTypeView']>> => {
    const answer = await own.change(etag, (over) => {
      const params = { path: { context_id }, header: { 'If-Match': over } };
      return api.PUT('/v1/document-types/{context_id}', { params, body: config });
    });
    const shown = dataOf(answer);
    if (shown.examples) {
      const ids = shown.examples.examples.map(({ example_id }) => example_id);
      queries.setQueryData(checkedKey({ type: shown }, ids), shown.examples);
    }
    return { shown, etag: etagOf(answer) };
  };
  return { save, own };
}
