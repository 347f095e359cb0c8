import { DomainError } from '../../domain/core/decider.js';
import type { AgentRun } from '../../domain/executions/agentRun.js';
import { executionStream } from '../../domain/executions/execution.js';
import { sniffMimeType } from '../../engines/documents/reading/sniff.js';
import { archiveType, unpackArchive } from '../../platform/archives/unpackArchive.js';
import { ARCHIVE_LIMITS, ArchiveUnreadable, type SkippedEntry } from '../../platform/archives/unpacking.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
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

/** Where a run finds its documents again, as its start records it. */
export type StoredFiles = Pick<AgentRun, 'input' | 'input_filename' | 'input_mime_type' | 'documents' | 'filenames'>;

/** Stores the documents of a run that is about to begin. @throws DomainError `invalid` where there is none */
export async function storeFiles(blobs: BlobStore, id: string, files: RunFiles): Promise<StoredFiles> {
  const owner = { subject: executionStream(id) };
  if ('archive' in files) {
    const input = await blobs.put(`executions/${id}/input`, files.archive.bytes, owner);
    const { filename, mime_type } = files.archive;
    return { input, input_filename: filename, input_mime_type: mime_type, documents: [], filenames: [] };
  }
  const documents: AgentRun['documents'] = [];
  for (const [index, { bytes, mime_type }] of files.documents.entries()) {
    const input = await blobs.put(`executions/${id}/documents/${index}`, bytes, owner);
    documents.push({ input, mime_type });
  }
  const [first] = documents;
  if (!first) throw new DomainError('invalid', 'documents must hold at least one document');
  const filenames = files.documents.map(({ filename }) => filename);
  const named = { input_filename: filenames[0] ?? '', input_mime_type: first.mime_type };
  return { input: first.input, ...named, documents, filenames };
}

/** Bytes in memory that a run takes at most while its files are open: those it was given, and what an archive unpacks to. */
export const bytesOfRun = ({ input, documents }: AgentRun): number =>
  documents.length === 0
    ? input.size + ARCHIVE_LIMITS.totalBytes
    : documents.reduce((sum, document) => sum + document.input.size, 0);

/** Bytes in memory that a run takes once its files are open. */
export const bytesOfOpened = (run: AgentRun, opened: OpenedFiles): number =>
  run.input.size + ('files' in opened ? opened.files.reduce((sum, { bytes }) => sum + bytes.length, 0) : 0);

/** What a run was given, from where it was stored. */
export async function loadFiles(blobs: BlobStore, run: AgentRun): Promise<RunFiles> {
  if (run.documents.length === 0) {
    const bytes = await blobs.read(run.input.key);
    return { archive: { bytes, filename: run.input_filename ?? '', mime_type: run.input_mime_type } };
  }
  const documents = run.documents.map(async ({ input, mime_type }, index) => ({
    ...{ bytes: await blobs.read(input.key), mime_type, filename: run.filenames?.[index] ?? '', key: input.key },
  }));
  return { documents: await Promise.all(documents) };
}
