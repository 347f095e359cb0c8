import { z } from 'zod';
import type { FaceDatabase } from '../../domain/faces/index.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import { openValue, sealValue } from '../../platform/sealing/sealValue.js';

/** What a search for many faces is asked: the caller's names of people are among it, so it is kept sealed. */
export interface FaceBulkAsked {
  /** What the caller calls the probes, in their order. */
  probe_ids: string[];
  databases: FaceDatabase[];
  /** Most people of each register. */
  top_k: number;
  /** 0 to 1. */
  threshold: number;
  /** Null where nobody is to be told. May hold a secret. */
  webhook_url: string | null;
}

const asked = z.object({
  probe_ids: z.array(z.string()),
  databases: z.array(z.string()),
  top_k: z.number(),
  threshold: z.number(),
  webhook_url: z.string().nullable(),
}) satisfies z.ZodType<FaceBulkAsked>;

/** The data key of a search: it goes when the search is forgotten. */
export const askedSubject = (id: string): string => `faceBulk-${id}`;

/** The data key of its pictures: it goes when the search has ended. */
export const picturesSubject = (id: string): string => `faceBulkPictures-${id}`;

/** Where a picture lies in the blob store. */
export const pictureKey = (id: string, number: number): string => `face-bulk/${id}/${number}`;

const placeOf = (id: string): string => `face bulk ${id}`;

/** Seals what a search is asked. */
export const sealAsked = async (keys: Pick<SubjectKeys, 'obtain'>, id: string, value: FaceBulkAsked): Promise<string> =>
  sealValue(await keys.obtain(askedSubject(id)), placeOf(id), { ...value });

/** Opens it again. @throws SubjectErased once the search is forgotten */
export const openAsked = async (
  keys: Pick<SubjectKeys, 'obtain'>,
  { id, sealed }: { id: string; sealed: string },
): Promise<FaceBulkAsked> => asked.parse(openValue(await keys.obtain(askedSubject(id)), placeOf(id), sealed));
