import { create } from 'content-disposition';

/**
 * `Content-Disposition: inline` for a file name that may hold anything: an ASCII `filename` for old clients, and where that is not the whole
 * name, the whole one as `filename*` (RFC 6266, RFC 8187). Folders and control characters are left out.
 */
export function inlineDisposition(filename: string): string {
  const name =
    filename
      .toWellFormed()
      .replace(/^.*[/\\]/s, '')
      .replace(/\p{Cc}/gu, '')
      .slice(0, 255)
      .toWellFormed() || 'document';
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["%\\]/g, '_');
  return create(name, { type: 'inline', fallback: ascii || 'document' });
}
