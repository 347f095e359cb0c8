/** The cursor of the page after a list, as its header `Link` gives it (RFC 8288); undefined where it is the last. */
export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return target === undefined ? undefined : (new URL(target, 'http://any').searchParams.get('cursor') ?? undefined);
}
