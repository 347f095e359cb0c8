import { sniffMimeType } from '../../engines/documents/reading/sniff.js';
import { archiveType, unpackArchive } from '../../platform/archives/unpackArchive.js';
import { ArchiveUnreadable, type SkippedEntry } from '../../platform/archives/unpacking.js';
import { derivedId } from '../core/derivedId.js';

/** The id of an agent run's document: the same for whoever reads it, so that a run that is taken up again names it as before. */
export const runDocumentId = (executionId: string, order: number): string => derivedId(executionId, String(order));

/** A document of a run. */
export interface RunFile {
  bytes: Buffer;
  filename: string;
  /** What its content was found to be. */
  mime_type: string;
  /** Where it lies in the blob store, if by itself. */
  key?: string;
}

/** What a run is given: documents, or an archive of them. */
export type RunFiles = { documents: readonly RunFile[] } | { archive: Omit<RunFile, 'key'> };

/** The documents that are to be read, and what of an archive is passed over; or why an archive cannot be used. */
export type OpenedFiles = { files: readonly RunFile[]; skipped: readonly SkippedEntry[] } | { unusable: string };

/** Takes the documents out of an archive. @throws ArchiveTooLarge */
export async function openRunFiles(given: RunFiles): Promise<OpenedFiles> {
  if ('documents' in given) return { files: given.documents, skipped: [] };
  try {
    const unpacked = await unpackArchive(given.archive.bytes);
    const files: RunFile[] = [];
    const skipped: SkippedEntry[] = [...unpacked.skipped];
    for (const { filename, bytes } of unpacked.files) {
      const mime_type = await sniffMimeType(bytes);
      if (mime_type) files.push({ filename, bytes, mime_type });
      else skipped.push({ filename, reason: objection(bytes) });
    }
    return files.length > 0 ? { files, skipped } : { unusable: 'The archive holds no file of an accepted kind' };
  } catch (error) {
    if (error instanceof ArchiveUnreadable) return { unusable: `The archive ${error.message}` };
    throw error;
  }
}

const objection = (bytes: Buffer): string =>
  archiveType(bytes)
    ? 'is an archive inside the archive'
    : 'is not of an accepted kind: JPEG, PNG, WebP, TIFF, BMP, GIF or PDF';
