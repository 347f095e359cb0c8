import { z } from 'zod';
import { quote } from './quote.js';
import { knownAre } from './spelling.js';
import { isBlank, isShortText } from './text.js';

/** Names of objects that JavaScript gives a meaning of its own. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Whether a text can name something: not one that JavaScript gives a meaning of its own. */
export const canBeName = (text: string): boolean => !RESERVED.includes(text);

const name = z.string().refine((text) => !isBlank(text) && canBeName(text));

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

/**
 * The form of an object of known members alone. `error` says what it must be, `called` what its members are called where one is not known.
 */
export const strictObject = <Shape extends z.ZodRawShape>(shape: Shape, error: string, called = 'key') =>
  z.strictObject(shape, {
    error: ({ code, keys }) => {
      const [unknown] = code === 'unrecognized_keys' ? keys : [];
      return unknown === undefined ? error : hasUnknown(called, unknown, Object.keys(shape));
    },
  });

/** That something has a member by a name that is not known; for behind what has it. */
export const hasUnknown = (called: string, unknown: string, known: readonly string[]): string =>
  `has the unknown ${called} ${quote(unknown)}${knownAre(unknown, known)}`;
