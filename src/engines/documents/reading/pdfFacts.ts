import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { FileFacts } from './page.js';
import { revisionEnds } from './pdfRevisions.js';

/** What a PDF says about itself: its information dictionary (ISO 32000-1, 14.3.3) and how often it was updated. */
export async function pdfFacts(pdf: PDFDocumentProxy, bytes: Uint8Array): Promise<FileFacts> {
  const metadata = await pdf.getMetadata().catch(() => undefined);
  const info = new Map(Object.entries(metadata?.info ?? {}));
  const software = ['Creator', 'Producer'].flatMap((name) => asText(info.get(name)));
  return {
    mime_type: 'application/pdf',
    software: [...new Set(software)],
    created: pdfDate(info.get('CreationDate')),
    modified: pdfDate(info.get('ModDate')),
    incremental_updates: Math.max(0, revisionEnds(bytes).length - 1),
  };
}

const asText = (value: unknown): string[] =>
  typeof value === 'string' && value.trim() ? [value.trim().slice(0, 200)] : [];

/** `D:YYYYMMDDHHmmSSOHH'mm'` (ISO 32000-1, 7.9.4), everything behind the year optional. */
const PDF_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?'?)?/;

/** A time of a PDF as an ISO time; undefined where it is none. */
export function pdfDate(value: unknown): string | undefined {
  const match = typeof value === 'string' ? PDF_DATE.exec(value) : null;
  if (!match) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, zone = '00', rest = '00'] =
    match;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${zone}:${rest}` : 'Z'}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
