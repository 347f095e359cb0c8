import { reportKey, type ReportPart } from '../commands/cases/reportKeys.js';
import { BlobDamaged, BlobKeyMissing, BlobNotFound, type BlobStore } from '../platform/blobs/blobStore.js';
import { SubjectErased } from '../platform/sealing/subjectKeys.js';

/** Reports that were made, in the blob store, which seals them for their case: erasing a case closes them for ever. */
export interface KeptReports {
  /** What was kept last, if it was made of the same thing. @param madeOf names what it was made of, such as a revision */
  find(subject: string, part: ReportPart, madeOf: string): Promise<Buffer | undefined>;
  /** Takes the place of what was kept before. Does nothing for a case that was erased. */
  keep(subject: string, part: ReportPart, madeOf: string, content: Uint8Array): Promise<void>;
}

/** It is made again then. */
const NOT_TO_BE_HAD = [BlobNotFound, BlobDamaged, BlobKeyMissing];

/** Creates the reports that are kept. What one was made of is a line ahead of it. */
export function createKeptReports(blobs: Pick<BlobStore, 'put' | 'read'>): KeptReports {
  const firstLine = (madeOf: string): Buffer => Buffer.from(`${madeOf}\n`);
  return {
    async find(subject, part, madeOf) {
      const line = firstLine(madeOf);
      try {
        const kept = await blobs.read(reportKey(subject, part));
        return kept.subarray(0, line.length).equals(line) ? kept.subarray(line.length) : undefined;
      } catch (error) {
        if (!NOT_TO_BE_HAD.some((kind) => error instanceof kind)) throw error;
        return undefined;
      }
    },

    async keep(subject, part, madeOf, content) {
      try {
        await blobs.put(reportKey(subject, part), Buffer.concat([firstLine(madeOf), content]), { subject });
      } catch (error) {
        if (!(error instanceof SubjectErased)) throw error;
      }
    },
  };
}
