import { useQuery } from '@tanstack/react-query';
import { pageAddress } from './pageAddress.js';

/** How many pages a document has: 1 until that is known. */
export function usePageCount(session_id: string, doc_id: string | undefined): number {
  const { data } = useQuery({
    queryKey: ['pages', session_id, doc_id],
    enabled: doc_id !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const answer = await fetch(pageAddress(session_id, doc_id ?? '', 1), { method: 'HEAD', signal });
      return Number(answer.headers.get('attest-pages') ?? 1);
    },
  });
  return data ?? 1;
}
