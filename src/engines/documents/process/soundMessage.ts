import { z } from 'zod';
import { STEP_NAMES, typeProposal } from '../../../domain/documents/index.js';
import { soundFaces } from '../../faces/soundFaces.js';
import type { EngineMessage } from './messages.js';

const count = z.number().int().nonnegative();

const step = z.object({
  tool: z.enum(STEP_NAMES),
  order: count,
  status: z.enum(['success', 'failed']),
  output: z.record(z.string(), z.unknown()),
  error: z.string().optional(),
  duration_ms: z.number().nonnegative(),
});

const pageText = z.object({
  page: count,
  source: z.enum(['text_layer', 'ocr']),
  lines: z
    .array(z.object({ text: z.string().max(20_000), box: z.tuple([z.number(), z.number(), z.number(), z.number()]) }))
    .max(20_000),
});

/** What an engine process says while it works. What was found is held to the schema of events before it is kept (`EventCodec.check`). */
const messages = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('step'), step }),
  z.object({ kind: z.literal('opened') }),
  z.object({ kind: z.literal('page_read') }),
  z.object({ kind: z.literal('gave_way'), rss: count, read: z.instanceof(Uint8Array) }),
  z.object({
    ...{ kind: z.literal('done'), rss: count, fault: z.string().max(10_000).optional() },
    outcome: z.object({
      status: z.enum(['completed', 'failed']),
      steps: z.array(step),
      result: z.record(z.string(), z.unknown()).nullable(),
      proposal: typeProposal.optional(),
      text: z.array(pageText).max(100).optional(),
      error: z.string().optional(),
    }),
    pages: z.object({ text_layer: count, ocr: count }),
  }),
  z.object({
    ...{ kind: z.literal('thumbnail'), rss: count },
    thumbnail: z.object({ jpeg: z.instanceof(Uint8Array), width: count, height: count, pages_total: count }).nullable(),
  }),
  z.object({ kind: z.literal('faces'), rss: count, seen: soundFaces }),
]);

/** Whether something is what an engine process says while it works: one that a document took over is not believed. */
export const isSound = (message: unknown): message is EngineMessage => messages.safeParse(message).success;
