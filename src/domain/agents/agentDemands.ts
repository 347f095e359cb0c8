import { z } from 'zod';
import { captureSettings } from './captureSettings.js';
import { record, strictObject, textWhich, wholeNumber } from '../core/forms.js';
import type { Json } from '../core/json.js';
import { quote } from '../core/quote.js';
import { didYouMean, misspelt } from '../core/spelling.js';
import { isWatchlist, WATCHLIST_NAMES } from '../faces/index.js';

/** What an agent demands of what was read, beside its documents. A rule that is absent is not judged. */
export interface AgentRules {
  /** Years, by the calendar. */
  min_age?: number;
  /** Days from today to the expiry date; 0 takes a document that expires today. */
  min_days_to_expiry?: number;
  /** Most days since the date of a document, by `context_id`. */
  max_age_days?: { [context_id: string]: number };
  /** Least confidence of values, 0 to 1, by field or meaning; `*` is every field that is not named. */
  min_confidence?: { [field: string]: number };
}

/** Between the types of which one will do, where they are written as one text. */
const OR = '|';

/** Most types that one entry of `required` offers. */
const MOST_ALTERNATIVES = 20;

/** Most entries of `required`. */
const MOST_REQUIRED = 100;

/** Longest age that can be demanded: longer than anybody lives. */
const MOST_YEARS = 150;

/** A hundred years. */
const MOST_DAYS = 36_525;

const contextId = textWhich('must be the context_id of a document type');
const alternatives = z
  .array(contextId, { error: 'must be a document type or a list of them' })
  .min(1, { error: 'must name a document type' })
  .max(MOST_ALTERNATIVES, { error: `must name at most ${MOST_ALTERNATIVES} document types` });
const required = z
  .array(z.union([contextId, alternatives], { error: 'must be a document type or a list of them' }), {
    error: 'must be a list of document types',
  })
  .max(MOST_REQUIRED, { error: `must have at most ${MOST_REQUIRED} entries` });

const fromZeroToOne = { error: 'must be a number from 0 to 1' };
const rules = strictObject(
  {
    min_age: wholeNumber(0, MOST_YEARS).optional(),
    min_days_to_expiry: wholeNumber(0, MOST_DAYS).optional(),
    max_age_days: record(wholeNumber(0, MOST_DAYS), 'must be an object from document type to days').optional(),
    min_confidence: record(
      z.number(fromZeroToOne).min(0, fromZeroToOne).max(1, fromZeroToOne),
      'must be an object from field to a number from 0 to 1',
    ).optional(),
  },
  'must be an object of rules',
  'rule',
);

const sides = record(
  z.literal('front_and_back', { error: 'must be front_and_back' }),
  'must be an object from document type to front_and_back',
);

/** As of `POST /api/v1/face/match`: `similarity` that two faces have to reach where nobody says. */
const USUAL_THRESHOLD = 0.75;

const NO_FACE_MATCH = 'must be true, false, or an object with a threshold from 0 to 1 and a list of watchlists';

const faceMatch = z
  .union(
    [
      z.boolean(),
      strictObject(
        {
          threshold: z.number(fromZeroToOne).min(0, fromZeroToOne).max(1, fromZeroToOne).optional(),
          watchlists: z.array(z.string()).optional(),
        },
        NO_FACE_MATCH,
      ),
    ],
    { error: NO_FACE_MATCH },
  )
  .check(({ value, issues }) => {
    const named = typeof value === 'object' ? (value.watchlists ?? []) : [];
    const refuse = (message: string): void =>
      void issues.push({ code: 'custom', input: named, path: ['watchlists'], message, continue: true });
    const unknown = named.find((name) => !isWatchlist(name));
    if (unknown !== undefined) {
      refuse(
        `names ${quote(unknown)}, which is no watchlist; there are ${WATCHLIST_NAMES.join(', ')}${didYouMean(misspelt(unknown, WATCHLIST_NAMES))}`,
      );
      return;
    }
    // Only here: of the few watchlists there are one comes again soon, of any other names there can be very many.
    const twice = named.find((name, index) => named.indexOf(name) !== index);
    if (twice !== undefined) refuse(`names the watchlist ${quote(twice)} twice`);
  });

/** The forms of what a definition demands, by its keys. */
export const DEMANDS = {
  required: required.optional(),
  rules: rules.optional(),
  sides: sides.optional(),
  face_match: faceMatch.optional(),
  capture: captureSettings.optional(),
} as const;

/** What a definition holds under these keys, as it was given. */
export interface DemandsGiven {
  required?: Json;
  rules?: Json;
  sides?: Json;
  face_match?: Json;
  capture?: Json;
  [other: string]: Json | undefined;
}

// What was stored before a key had a meaning, or by a later version, may have another form: it demands nothing then.
const read = <Form extends z.ZodType>(form: Form, given: Json | undefined): z.output<Form> | undefined => {
  const parsed = form.safeParse(given);
  return parsed.success ? parsed.data : undefined;
};

/** What a definition requires, as texts of types: `passport`, or `passport|identity_card` where one of them will do; undefined where it does not say. */
export const requiredBy = (definition: Pick<DemandsGiven, 'required'>): string[] | undefined =>
  read(DEMANDS.required, definition.required)?.map((entry) =>
    typeof entry === 'string' ? entry : [...new Set(entry)].join(OR),
  );

/** The types of an entry of what is required, of which one will do. */
export const alternativesOf = (entry: string): string[] => entry.split(OR);

/** Whether documents of these types meet an entry of what is required. */
export const isMet = (entry: string, types: ReadonlySet<string>): boolean =>
  types.has(entry) || alternativesOf(entry).some((type) => types.has(type));

/** The rules of a definition; none where it has none. */
export const rulesOf = (definition: DemandsGiven): AgentRules => read(DEMANDS.rules, definition.rules) ?? {};

/** The types of which a definition demands both sides. */
export const twoSidedTypes = (definition: DemandsGiven): string[] =>
  Object.keys(read(DEMANDS.sides, definition.sides) ?? {});

/** What an agent demands of faces. */
export interface FaceMatchDemanded {
  /** How alike a portrait and a selfie have to be, 0 to 1. */
  threshold: number;
  /** The watchlists that both are looked for in. */
  watchlists: readonly string[];
}

/** What a definition demands of faces; undefined where it does not demand that they are compared. */
export function faceMatchOf(definition: Pick<DemandsGiven, 'face_match'>): FaceMatchDemanded | undefined {
  const given = read(DEMANDS.face_match, definition.face_match);
  if (given === undefined || given === false) return undefined;
  const { threshold = USUAL_THRESHOLD, watchlists = [] } = given === true ? {} : given;
  return { threshold, watchlists };
}
