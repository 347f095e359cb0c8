import type { PipelineResult } from '../../domain/documents/index.js';
import type { DocumentType } from '../../domain/documentTypes/index.js';
import type { Clock } from '../../platform/clock.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import { type SamplesNote, shownIn } from './noteShown.js';
import { candidatesFor } from './pipelineTypes.js';
import { readWithEngine, type ReadWithEngineDeps } from './readWithEngine.js';

/** A type as it is or would be, and what it is told from: all others that a tenant can see. */
export interface TypeToTry {
  tenant_id: string;
  type: DocumentType;
  candidates: readonly DocumentType[];
}

/** Gets a type ready to read documents of a tenant that are no run's and no case's: a trial, to which what test keys made is known too. */
export const toTry = async (
  catalog: Pick<DocumentTypeCatalog, 'list'>,
  tenant_id: string,
  type: DocumentType,
): Promise<TypeToTry> => ({
  tenant_id,
  type,
  candidates: await candidatesFor(catalog, { tenant_id, mode: 'test' }, [type]),
});

/**
 * What a type reads from such a document, or why it can read nothing; nothing of it is recorded.
 * @param note is added to where a language model is asked, whatever comes of it (`notingShown`)
 * @throws EngineUnavailable when no engine can be had
 */
export async function readByType(
  { clock, ...deps }: ReadWithEngineDeps & { clock: Clock },
  { tenant_id, type, candidates }: TypeToTry,
  { file, note }: { file: () => Promise<Uint8Array>; note: SamplesNote },
): Promise<{ result: PipelineResult } | { error: string }> {
  const read = await readWithEngine(deps, {
    ...{ tenant_id, filename: '', documentType: type, file, candidates: [...candidates] },
    ...{ today: clock().toISOString().slice(0, 10), extra: {}, about: { context_id: type.context_id } },
    told_in: note.told_in,
  });
  note.asked.push(...shownIn(read.steps));
  if ('result' in read) return read;
  if (read.unavailable) throw read.unavailable;
  return { error: read.unread.error };
}
