import { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import { SNIFFED_BYTES, sniffMimeType } from '../../../engines/documents/reading/sniff.js';
import type { BlobRef } from '../../../platform/blobs/blobStore.js';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import { MAX_DOCUMENT_BYTES } from './decodeDocument.js';
import { watchArrival, type Pace } from './pace.js';
import { assertCleanText } from './parseJson.js';
import { discard } from './readBody.js';
import { isBlank } from '../../../domain/core/text.js';

/** A form with one file. */
export interface ReceivedForm {
  object: BlobRef;
  filename: string;
  /** What the content was found to be. */
  mime_type: string;
  /** Null where the form has none. */
  label: string | null;
}

/** What a form takes beyond its file: boundaries, headers and fields. */
const MAX_OVERHEAD_BYTES = 1024 * 1024;
/** In characters, as for the texts of JSON bodies. */
const MAX_LABEL_LENGTH = 255;
const MAX_FILENAME_LENGTH = 255;
const LIMITS = {
  fileSize: MAX_DOCUMENT_BYTES,
  fieldSize: 64 * 1024,
  fields: 50,
  files: 10,
  parts: 60,
  headerPairs: 100,
};

/**
 * Reads a multipart form (RFC 7578) with one file in the field `file`, which goes to `store` as it comes in, and the text
 * field `label`. Other fields are ignored. Nothing of it is in memory afterwards.
 * @throws ApiError 400 for a damaged form, 408 for one that comes too slowly, 413, 415, 422, 429 and 503 where there is no room
 */
export async function readForm(
  request: Request,
  pace: Pace,
  store: (content: Readable) => Promise<BlobRef>,
): Promise<ReceivedForm> {
  const form = createFormReader(store);
  try {
    if (Number(request.headers['content-length'] ?? 0) > MAX_DOCUMENT_BYTES + MAX_OVERHEAD_BYTES) throw tooLarge();
    return await form.read(request, pace);
  } catch (error) {
    discard(request);
    await form.end();
    throw error;
  } finally {
    stateOf(request).bodyRoom?.giveBack();
  }
}

/** A file while it is received, and once it is stored. */
interface IncomingFile {
  filename: string;
  /** What its beginning says, once that was seen. */
  found: { mime_type?: string };
  stream: Readable;
  stored: Promise<BlobRef>;
}

/** Fields of a form, as they come. */
interface FormFields {
  file?: IncomingFile;
  label?: string;
}

/** Reads one form, whose file goes to `store` as it comes. */
function createFormReader(store: (content: Readable) => Promise<BlobRef>) {
  const fields: FormFields = {};
  return {
    async read(request: Request, pace: Pace): Promise<ReceivedForm> {
      await parse(request, pace, openParser(request), {
        file: (stream, filename, fail) => takeFile(fields, store, stream, filename, fail),
        field: (name, value, cut) => takeField(fields, name, value, cut),
        stored: () => fields.file?.stored,
      });
      if (!fields.file) throw new ApiError(422, 'The field `file` is missing: send one file in it');
      const object = await fields.file.stored;
      const { filename, found } = fields.file;
      const label = isBlank(fields.label ?? '') ? null : (fields.label ?? null);
      return { object, filename, mime_type: found.mime_type ?? '', label };
    },

    /** Breaks off what is still being stored, and waits for that. */
    async end(): Promise<void> {
      // The parser lets it hang when no more comes; whoever reads it would wait for ever.
      fields.file?.stream.destroy(new Error('The form is refused'));
      await fields.file?.stored.catch(() => undefined);
    },
  };
}

type Fail = (error: unknown) => void;

/** What takes the parts of a form. */
interface Takers {
  file(stream: BusboyFileStream, filename: string | undefined, fail: Fail): void;
  field(name: string, value: string, cut: boolean): void;
  /** The file, once it is stored. */
  stored(): Promise<unknown> | undefined;
}

/** What the parser says before it leaves out what is too much, which may be the file. */
const LIMIT_EVENTS = ['partsLimit', 'fieldsLimit', 'filesLimit'] as const;

/** Resolves when the whole form was read; rejects as soon as something is wrong with it. */
async function parse(request: Request, pace: Pace, parser: InstanceType<typeof Busboy>, take: Takers): Promise<void> {
  let leave = (): void => undefined;
  const parsed = new Promise<void>((resolve, reject) => {
    const fail: Fail = (error) => {
      request.unpipe(parser);
      reject(error instanceof Error ? error : new Error('The form could not be read'));
    };
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        fail(error);
      }
    };
    parser.on('file', (name, stream, filename) => {
      // What goes wrong with it is told by whoever reads it.
      stream.on('error', () => undefined);
      if (name === 'file') attempt(() => take.file(stream, filename, fail));
      else stream.resume();
    });
    parser.on('field', (name, value, _nameCut, valueCut) => attempt(() => take.field(name, value, valueCut)));
    for (const limit of LIMIT_EVENTS) parser.once(limit, () => fail(tooManyParts()));
    parser.once('error', () => fail(damaged()));
    parser.once('finish', () => {
      // The form is at its end before its file is stored.
      Promise.resolve(take.stored()).then(() => resolve(), fail);
    });
    const makeRoom = (chunk: Buffer): void => attempt(() => stateOf(request).bodyRoom?.takeIn(chunk.length));
    const stop = watchArrival(request, pace, fail);
    leave = () => {
      stop();
      request.off('data', makeRoom);
    };
    request.on('data', makeRoom).pipe(parser);
  });
  await parsed.finally(leave);
}

function takeFile(
  fields: FormFields,
  store: (content: Readable) => Promise<BlobRef>,
  stream: BusboyFileStream,
  filename: string | undefined,
  fail: Fail,
): void {
  if (fields.file) {
    stream.resume();
    throw new ApiError(422, 'The field `file` must be given only once');
  }
  assertCleanText(filename ?? '', 'file');
  if ([...(filename ?? '')].length > MAX_FILENAME_LENGTH) {
    throw new ApiError(422, `The file name of the field \`file\` must have at most ${MAX_FILENAME_LENGTH} characters`);
  }
  const found: IncomingFile['found'] = {};
  const content = Readable.from(checked(stream, found));
  // A form can be refused before anybody has begun to read its file.
  content.on('error', () => undefined);
  const stored = store(content);
  stored.catch(fail);
  fields.file = { filename: filename ?? '', found, stream, stored };
}

function takeField(fields: FormFields, name: string, value: string, cut: boolean): void {
  if (name === 'file') throw new ApiError(422, 'The field `file` must hold a file, with a file name');
  if (name !== 'label') return;
  if (fields.label !== undefined) throw new ApiError(422, 'The field `label` must be given only once');
  if (cut || [...value].length > MAX_LABEL_LENGTH) {
    throw new ApiError(422, `The field \`label\` must have at most ${MAX_LABEL_LENGTH} characters`);
  }
  assertCleanText(value, 'label');
  fields.label = value;
}

function openParser(request: Request): InstanceType<typeof Busboy> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type.trim())) {
    throw new ApiError(415, 'The request body must be a form; send `Content-Type: multipart/form-data`');
  }
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw new ApiError(415, 'The request body must not be compressed; leave `Content-Encoding` out');
  }
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits: LIMITS });
  } catch {
    throw damaged();
  }
}

/** Passes a file on, once its beginning says that it is of a kind that is taken. */
async function* checked(stream: BusboyFileStream, found: IncomingFile['found']): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (head) {
      head = Buffer.concat([head, chunk]);
      if (head.length < SNIFFED_BYTES) continue;
      found.mime_type = await kindOf(head);
      yield head;
      head = undefined;
    } else {
      yield chunk;
    }
    if (stream.truncated) throw tooLarge();
  }
  if (stream.truncated) throw tooLarge();
  if (!head) return;
  if (head.length === 0) throw new ApiError(422, 'The field `file` holds an empty file');
  found.mime_type = await kindOf(head);
  yield head;
}

async function kindOf(head: Buffer): Promise<string> {
  const mime_type = await sniffMimeType(head);
  if (mime_type !== undefined) return mime_type;
  throw new ApiError(
    415,
    'The field `file` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these',
  );
}

const tooLarge = (): ApiError => new ApiError(413, 'The field `file` holds a file of more than 20 MiB');

const tooManyParts = (): ApiError =>
  new ApiError(422, `The form has too many parts: at most ${LIMITS.fields} fields and ${LIMITS.files} files`);

const damaged = (): ApiError => new ApiError(400, 'The request body is no form that can be read: it is damaged');
