import { errors, type Client, type estypes } from '@elastic/elasticsearch';

/** Longest that one request to a cluster is waited for; it is asked once. */
export const WAITING = { requestTimeout: 10_000, maxRetries: 0 } as const;

/** The name by which an index is written to: who comes late to one that is gone is refused, and does not make it anew. */
export const writtenName = (index: string): string => `${index}.written`;

/** Makes an index, unless it is there. @throws Error */
export async function makeIndex(
  client: Client,
  index: string,
  made: Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'>,
): Promise<void> {
  try {
    await client.indices.create({ index, aliases: { [writtenName(index)]: {} }, ...made }, WAITING);
  } catch (error) {
    const isThere =
      error instanceof errors.ResponseError && JSON.stringify(error.body).includes('resource_already_exists_exception');
    if (!isThere) throw error;
  }
}
