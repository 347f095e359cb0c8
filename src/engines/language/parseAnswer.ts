import type { z } from 'zod';

/** Longest answer that is looked at, in characters. */
const LONGEST = 100_000;

/** What small models think aloud before they answer. */
const THOUGHTS = /^[\s\S]*<\/think>/;

/**
 * The JSON object in the text of an answer, of the form that was asked for: bare, in a fence, with thoughts before it or words around it, as models answer.
 * @returns undefined where there is none
 */
export function parseAnswer<Answer>(text: string, form: z.ZodType<Answer>): Answer | undefined {
  const said = text.slice(-LONGEST).replace(THOUGHTS, '');
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  try {
    return form.safeParse(JSON.parse(said.slice(from, to + 1))).data;
  } catch {
    return undefined;
  }
}
