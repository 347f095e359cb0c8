/** The path of a request's address and its query as it was sent, without the question mark between them. */
export function cutUrl({ originalUrl }: { originalUrl: string }): { path: string; query: string } {
  // A query may hold question marks of its own.
  const [path = '', ...query] = originalUrl.split('?');
  return { path, query: query.join('?') };
}
