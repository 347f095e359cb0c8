import pLimit from 'p-limit';
import { type DocumentType, maskedFields, memberTypes } from '../../domain/documentTypes/index.js';
import {
  differencesFrom,
  type ExampleOutcome,
  maskOutcome,
  type TypeExample,
} from '../../domain/typeExamples/index.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import { asError } from '../../platform/asError.js';
import type { CommandContext } from '../core/context.js';
import { notingShown, type NoteShownDeps, type SamplesNote } from '../documents/noteShown.js';
import { readByType, toTry, type TypeToTry } from '../documents/readByType.js';
import type { ReadWithEngineDeps } from '../documents/readWithEngine.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';

/** What checking stands on. */
export interface CheckExamplesDeps extends ReadWithEngineDeps, NoteShownDeps {
  documentTypes: Pick<DocumentTypeCatalog, 'list'>;
  blobs: Pick<BlobStore, 'read'>;
  clock: Clock;
  /** For tests: `LONGEST_MS`. */
  longestMs?: number;
}

/** How long examples are read, in milliseconds: after that no other is begun. Somebody waits for it. */
const LONGEST_MS = 60_000;

/** Read at the same time: the engine is there for others too. */
const AT_ONCE = 2;

const NOT_IN_TIME = 'There was no time for it; check the examples again';
const MADE_OF_OTHERS = 'The document type is made of others, which examples cannot be held to';
const BROKE_DOWN = 'Something went wrong on our side; check the examples again';

/** Examples that are held to a type. */
export interface Checking {
  tenant_id: string;
  examples: readonly TypeExample[];
  type: DocumentType;
  /** What the type was before: said is which examples held then and do not any more. */
  before?: DocumentType | undefined;
}

/** Reads each example by a type, and says which come out as they have to, masked as type, former type and example mask it. One that cannot be read keeps none of the others. */
export const checkExamples = (
  deps: CheckExamplesDeps,
  context: CommandContext,
  checking: Checking,
): Promise<ExampleOutcome[]> => notingShown(deps, context, (note) => check(deps, checking, note));

async function check(deps: CheckExamplesDeps, checking: Checking, note: SamplesNote): Promise<ExampleOutcome[]> {
  const { tenant_id, examples, type, before } = checking;
  const end = performance.now() + (deps.longestMs ?? LONGEST_MS);
  const [asNow, asBefore] = await Promise.all([
    toTry(deps.documentTypes, tenant_id, type),
    before && toTry(deps.documentTypes, tenant_id, before),
  ]);
  // Whoever changes a type unmasks nothing by that.
  const masked = [type, ...(before ? [before] : [])].flatMap(({ validation_rules }) => maskedFields(validation_rules));
  return pLimit(AT_ONCE).map(examples, async (example) => {
    const { masked_fields, expected } = example;
    const now = maskOutcome(
      await outcomeOf(deps, example, { ...asNow, end, note }),
      [...masked_fields, ...masked],
      expected,
    );
    if (!asBefore || now.status === 'not_run') return { ...now, broken: null };
    if (now.status === 'holds') return { ...now, broken: false };
    const was = await outcomeOf(deps, example, { ...asBefore, end, note });
    return { ...now, broken: was.status === 'not_run' ? null : was.status === 'holds' };
  });
}

async function outcomeOf(
  deps: CheckExamplesDeps,
  { example_id, name, expected, file_key }: TypeExample,
  { end, note, ...as }: TypeToTry & { end: number; note: SamplesNote },
): Promise<Omit<ExampleOutcome, 'broken'>> {
  const about = { example_id, name, differences: [] };
  const notRun = (error: string) => ({ ...about, status: 'not_run' as const, error });
  if (memberTypes(as.type).length > 0) return notRun(MADE_OF_OTHERS);
  if (performance.now() >= end) return notRun(NOT_IN_TIME);
  try {
    const read = await readByType(deps, as, { file: () => deps.blobs.read(file_key), note });
    if ('error' in read) return { ...about, status: 'unread', error: read.error };
    const differences = differencesFrom(expected, read.result.extracted);
    return { ...about, status: differences.length > 0 ? 'differs' : 'holds', differences, error: null };
  } catch (error) {
    // Only its kind: its message could quote the document.
    deps.log.error({ example_id, error: asError(error).name }, 'an example of a document type could not be checked');
    return notRun(BROKE_DOWN);
  }
}
