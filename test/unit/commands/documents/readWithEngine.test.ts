import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { INTERNAL_FAILURE, NO_ENGINE, readWithEngine } from '../../../../src/commands/documents/readWithEngine.js';
import type { PipelineResult } from '../../../../src/domain/documents/pipeline.js';
import { withDefaults } from '../../../../src/domain/documentTypes/documentType.js';
import { EngineUnavailable, type EngineOutcome } from '../../../../src/engines/documents/documentEngine.js';
import { BlobDamaged, BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { createLog } from '../../../../src/platform/log.js';

const documentType = {
  context_id: 'passport',
  ...withDefaults({ display_name: 'Passport', output_schema: {}, pipeline_steps: ['classify'] }),
};
const bytes = Buffer.from('SPECIMEN');
const result = { document_type: 'passport', confidence: '0.900000' } as PipelineResult;

function reading(
  process: () => Promise<EngineOutcome>,
  file: () => Promise<Uint8Array> = () => Promise.resolve(bytes),
) {
  const lines: string[] = [];
  const sink = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const read = readWithEngine(
    { engine: { process }, log: createLog('info', sink) },
    {
      tenant_id: 'acme',
      file,
      filename: 'scan.pdf',
      documentType,
      candidates: [],
      today: '2026-01-01',
      extra: {},
      about: { doc_id: 'd1' },
    },
  );
  return { read, lines };
}

describe('reading a document', () => {
  it('gives what the engine found', async () => {
    const { read } = reading(() => Promise.resolve({ status: 'completed', steps: [], result }));
    expect(await read).toEqual({ result, steps: [] });
  });

  it('says why a document cannot be read, in the words of the engine or its own', async () => {
    const said = reading(() => Promise.resolve({ status: 'failed', steps: [], result: null, error: 'It is empty' }));
    expect(await said.read).toMatchObject({ unread: { reason: 'unreadable', error: 'It is empty' } });
    const unsaid = reading(() => Promise.resolve({ status: 'failed', steps: [], result: null }));
    expect(await unsaid.read).toMatchObject({ unread: { error: 'The document could not be read' } });
  });

  it('says that there was no engine, and hands out why, so that it can be tried again', async () => {
    const unavailable = new EngineUnavailable('All engines are busy');
    const { read } = reading(() => Promise.reject(unavailable));
    expect(await read).toEqual({ steps: [], unread: NO_ENGINE, unavailable });
  });

  it.each([new BlobNotFound('cases/c1'), new BlobDamaged('cases/c1')])(
    'says that the file is gone where it is: %o',
    async (gone) => {
      const { read, lines } = reading(
        () => Promise.reject(new Error('The engine is not asked')),
        () => Promise.reject(gone),
      );
      expect(await read).toMatchObject({
        unread: { reason: 'internal', error: 'The file of the document is no longer there; send it again' },
      });
      expect(lines.join()).toContain('"doc_id":"d1"');
    },
  );

  it('passes on that the files cannot be reached', async () => {
    const away = new Error('The blob store does not answer');
    const { read } = reading(
      () => Promise.reject(new Error('The engine is not asked')),
      () => Promise.reject(away),
    );
    await expect(read).rejects.toBe(away);
  });

  it('takes the blame for what nobody foresaw, and keeps its message, which can quote the document, out of the log', async () => {
    const { read, lines } = reading(() => Promise.reject(new TypeError('SPECIMEN surname')));
    expect(await read).toEqual({ steps: [], unread: INTERNAL_FAILURE });
    expect(lines.join()).toContain('TypeError');
    expect(lines.join()).not.toContain('SPECIMEN');
  });
});
