import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  NoSuchUpload,
  type MultipartUpload,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BrokenOff } from './blobStore.js';
import { removeEach } from './removeEach.js';

/** The bucket, and what time it is there. */
export interface Bucket {
  client: S3Client;
  bucket: string;
  serverTime: () => Date;
}

/**
 * Aborts the uploads of several parts that nobody ends any more: what was sent of them is stored, and paid for, and in no list
 * of objects. One of which the server does not say when it was begun is left alone, as may be one that is under way.
 */
export function abortBrokenOff(at: Bucket, { olderThanMs, isOurs, stopping }: BrokenOff): Promise<number> {
  const remove = async ({ Key, UploadId, Initiated }: MultipartUpload): Promise<boolean> => {
    if (Key === undefined || UploadId === undefined || !isOurs(Key)) return false;
    if (!Initiated || at.serverTime().getTime() - Initiated.getTime() <= olderThanMs) return false;
    return abort(at, { Key, UploadId });
  };
  return removeEach(uploadsIn(at), remove, stopping);
}

/** False where it was ended or aborted meanwhile. */
async function abort({ client, bucket }: Bucket, upload: { Key: string; UploadId: string }): Promise<boolean> {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, ...upload }));
    return true;
  } catch (error) {
    if (error instanceof NoSuchUpload) return false;
    throw error;
  }
}

/**
 * The uploads of several parts that were begun and not ended. Each page begins behind the last key of the one before, whatever was
 * aborted meanwhile: VersityGW takes no id of an upload beside it (its issue 2149). Further uploads of that key are for the next time.
 */
async function* uploadsIn({ client, bucket }: Bucket): AsyncGenerator<MultipartUpload> {
  for (let KeyMarker: string | undefined; ;) {
    const listed = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, KeyMarker }));
    yield* listed.Uploads ?? [];
    const { IsTruncated, NextKeyMarker } = listed;
    // A server that heeds no marker gives the same page for ever.
    if (!IsTruncated || NextKeyMarker === undefined || NextKeyMarker === KeyMarker) return;
    KeyMarker = NextKeyMarker;
  }
}
