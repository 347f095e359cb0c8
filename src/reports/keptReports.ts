import { BlobDamaged, BlobKeyMissing, BlobNotFound, type BlobStore } from '../platform/blobs/blobStore.js';
import { openBytes, SealBroken, sealBytes, SealingKeyMissing } from '../platform/sealing/sealValue.js';
import { SubjectErased, type SubjectKeys } from '../platform/sealing/subjectKeys.js';

/** What is kept of a report. */
type Part = 'facts' | 'pdf';

/** Reports that were made, in the blob store, sealed with the key of their case: erasing a case closes them for ever. */
export interface KeptReports {
  /** What was kept last, if it was made of the same thing. @param madeOf names what it was made of, such as a revision */
  find(subject: string, part: Part, madeOf: string): Promise<Buffer | undefined>;
  /** Takes the place of what was kept before. Does nothing for a case that was erased. */
  keep(subject: string, part: Part, madeOf: string, content: Uint8Array): Promise<void>;
}

/** It is made again then. */
const NOT_TO_BE_HAD = [BlobNotFound, BlobDamaged, BlobKeyMissing, SealBroken, SealingKeyMissing];

/** What kept reports stand on. */
export interface KeptReportsDeps {
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'find'>;
  blobs: Pick<BlobStore, 'put' | 'read'>;
}

/** Creates the reports that are kept. */
export function createKeptReports({ subjectKeys, blobs }: KeptReportsDeps): KeptReports {
  const blobKey = (subject: string, part: Part): string => `reports/${subject}/${part}`;
  // What it was made of is bound to the content without being stored: with anything else it does not open.
  const bound = (subject: string, part: Part, madeOf: string): string => `${blobKey(subject, part)}/${madeOf}`;
  return {
    async find(subject, part, madeOf) {
      const key = (await subjectKeys.find([subject])).get(subject);
      if (!key) return undefined;
      try {
        return openBytes(key, bound(subject, part, madeOf), await blobs.read(blobKey(subject, part)));
      } catch (error) {
        if (!NOT_TO_BE_HAD.some((kind) => error instanceof kind)) throw error;
        return undefined;
      }
    },

    async keep(subject, part, madeOf, content) {
      try {
        const key = await subjectKeys.obtain(subject);
        const sealed = sealBytes(key, bound(subject, part, madeOf), content);
        await blobs.put(blobKey(subject, part), sealed, { subject });
      } catch (error) {
        if (!(error instanceof SubjectErased)) throw error;
      }
    },
  };
}
