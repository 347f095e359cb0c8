/**
 * Where each revision of a PDF ends: an update is appended (ISO 32000-1, 7.5.6) and ends with a `startxref` and an `%%EOF` of its own.
 * A linearised file (annex F) has two of them in its first revision; of those the second counts.
 *
 * @returns offsets behind each `%%EOF`, rising; none where the file has no such end
 */
export function revisionEnds(bytes: Uint8Array): number[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const ends = [...text.matchAll(/startxref\s+\d+\s+%%EOF/g)].map(({ 0: match, index }) => index + match.length);
  return text.slice(0, 1024).includes('/Linearized') ? ends.slice(1) : ends;
}
