import { api } from '../api/client.js';
import { queryClient } from '../api/queryClient.js';

/** Requests that wait for their answer at once. */
const AT_ONCE = 4;

/** What came of assigning many cases. */
export interface Assigned {
  done: number;
  /** The cases that could not be assigned, with what the service said. */
  failed: { session_id: string; error: Error }[];
}

/**
 * Assigns cases to a person, or to nobody. One that cannot be assigned holds up none of the others.
 * @param onProgress Told how many were tried so far
 */
export async function assignAll(
  ids: readonly string[],
  assignee: string | null,
  onProgress: (tried: number) => void,
): Promise<Assigned> {
  const left = [...ids];
  const failed: Assigned['failed'] = [];
  let tried = 0;
  const work = async (): Promise<void> => {
    for (let session_id = left.shift(); session_id !== undefined; session_id = left.shift()) {
      try {
        await api.POST('/v1/cases/{session_id}/assign', { params: { path: { session_id } }, body: { assignee } });
      } catch (error) {
        failed.push({ session_id, error: error as Error });
      }
      onProgress(++tried);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await queryClient.invalidateQueries({ queryKey: ['queue'] });
  return { done: ids.length - failed.length, failed };
}
