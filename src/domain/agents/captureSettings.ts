import { z } from 'zod';
import type { Json } from '../core/json.js';

/** What the page of a tenant's customers says, as the agent's `definition.capture` has it. */
export interface CaptureSettings {
  /** Who asks; the name of the agent where it is left out. */
  name?: string | undefined;
  /** To what the customer agrees before they hand something in; nothing is asked where it is left out. */
  consent?: { version: string; text: string } | undefined;
}

const text = (most: number) =>
  z
    .string({ error: 'must be a text' })
    .trim()
    .min(1, { error: 'must not be blank' })
    .max(most, { error: `must have at most ${most} characters` });

/** The form of it. */
export const captureSettings = z.strictObject(
  {
    name: text(100).optional(),
    consent: z
      .strictObject({ version: text(50), text: text(5_000) }, { error: 'must be an object of version and text' })
      .optional(),
  },
  {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `has the unknown key ${JSON.stringify(keys[0])}` : 'must be an object',
  },
) satisfies z.ZodType<CaptureSettings>;

/** What a definition says of the page; nothing where it says nothing that has this form. */
export const captureOf = ({ capture }: { readonly [key: string]: Json }): CaptureSettings =>
  captureSettings.safeParse(capture).data ?? {};
