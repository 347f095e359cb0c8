/**
 * `Content-Disposition: inline` for a file name that may hold anything: an ASCII `filename` for old clients, and the whole name as `filename*`
 * (RFC 6266, RFC 8187). Folders and control characters are left out. The package `content-disposition` is not used: of a
 * plain name it writes neither quotes nor `filename*`, which are promised for every name, and its own fallback for others
 * has a `?` in the place of each letter, so that the one below would be needed all the same.
 */
export function inlineDisposition(filename: string): string {
  const name =
    filename
      .toWellFormed()
      .replace(/^.*[/\\]/s, '')
      .replace(/\p{Cc}/gu, '')
      .slice(0, 255) || 'document';
  const ascii =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^ -~]|["%\\]/g, '_') || 'document';
  return `inline; filename="${ascii}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** RFC 8187, section 3.2.1: `encodeURIComponent` leaves four characters alone that are no `attr-char`. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
