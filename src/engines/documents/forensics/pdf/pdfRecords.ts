import type { PDFDocumentProxy } from 'pdfjs-dist';
import { pdfDate } from '../../reading/pdfFacts.js';
import type { FileRecords } from '../contradictoryRecords.js';

/** The properties of XMP (ISO 16684-1) that say what the information dictionary says too. */
const IN_BOTH = { CreationDate: 'xmp:createdate', ModDate: 'xmp:modifydate', Producer: 'pdf:producer' } as const;

/** What a PDF says of itself in its information dictionary and in its XMP. */
export async function pdfRecords(pdf: PDFDocumentProxy): Promise<FileRecords> {
  const { info, metadata } = await pdf.getMetadata();
  const own = new Map(Object.entries(info));
  const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 200) : '');
  const pairs = Object.entries(IN_BOTH).flatMap(([name, property]): [string, string][] => {
    const one = name === 'Producer' ? textOf(own.get(name)) : (pdfDate(own.get(name)) ?? '');
    const other = textOf((metadata as { get(name: string): unknown } | null)?.get(property));
    return one && other ? [[one, other]] : [];
  });
  return { pairs, created: pdfDate(own.get('CreationDate')), modified: pdfDate(own.get('ModDate')) };
}
