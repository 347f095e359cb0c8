import { z } from 'zod';
import { isShortText } from './text.js';

/** Names of objects that JavaScript gives a meaning of its own. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Whether a text can name something: not one that JavaScript gives a meaning of its own. */
export const canBeName = (text: string): boolean => !RESERVED.includes(text);

const name = z.string().refine((text) => text.trim() !== '' && canBeName(text));

/** The form of a short text. `error` says what it must be, as the end of a sentence about it. */
export const textWhich = (error: string) => z.string({ error }).refine((text) => isShortText(text, 128), { error });

/** The form of an object from names to values. `error` says what it must be. */
export const record = <Value extends z.ZodType>(value: Value, error: string) =>
  z.record(name, value, { error: ({ code }) => (code === 'invalid_key' ? 'cannot be a name here' : error) });

/** The form of a whole number, both ends included. */
export const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
