import { BlobDamaged, BlobNotFound, type BlobStore } from '../platform/blobs/blobStore.js';
import { openBytes, SealBroken, sealBytes } from '../platform/sealing/sealValue.js';
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
        if (error instanceof BlobNotFound || error instanceof BlobDamaged || error instanceof SealBroken)
          return undefined;
        throw error;
      }
    },

    async keep(subject, part, madeOf, content) {
      try {
        const key = await subjectKeys.obtain(subject);
        await blobs.put(blobKey(subject, part), sealBytes(key, bound(subject, part, madeOf), content));
      } catch (error) {
        if (!(error instanceof SubjectErased)) throw error;
      }
    },
  };
}
