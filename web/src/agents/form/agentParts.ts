import { isNamed, withValue, type Named } from '../../editor/places.js';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isMapOf = (value: unknown, holds: (one: unknown) => boolean): boolean =>
  isNamed(value) && Object.values(value).every(holds);

const isText = (value: unknown): boolean => typeof value === 'string';

/** The members that the form shows, and the form that they must have for that. */
const SHOWN: { readonly [member: string]: (value: unknown) => boolean } = {
  doc_type_map: (value) => isMapOf(value, isText),
  classify_aliases: isNamed,
  required: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string' || isTexts(entry)),
  sides: isNamed,
  rules: (value) =>
    isNamed(value) && ['max_age_days', 'min_confidence'].every((part) => !(part in value) || isNamed(value[part])),
  cross_match: (value) => isNamed(value) && (!('match_fields' in value) || isTexts(value['match_fields'])),
  pipeline_per_type: (value) => isTexts(value) || isNamed(value),
  policy: (value) => isMapOf(value, isText),
  face_match: (value) =>
    typeof value === 'boolean' || (isNamed(value) && (!('watchlists' in value) || isTexts(value['watchlists']))),
  capture: (value) => isNamed(value) && (!('consent' in value) || isNamed(value['consent'])),
};

/** Whether the form can show a definition: what it shows has the form that it knows. */
export const fitsForm = (definition: Named): boolean =>
  Object.entries(SHOWN).every(([member, fits]) => !(member in definition) || fits(definition[member]));

/** What an agent demands of faces. */
export interface FacesDemanded {
  isOn: boolean;
  threshold: unknown;
  watchlists: readonly string[];
}

/** Reads it. */
export function facesOf({ face_match }: Named): FacesDemanded {
  if (!isNamed(face_match)) return { isOn: face_match === true, threshold: undefined, watchlists: [] };
  const { threshold, watchlists } = face_match;
  return { isOn: true, threshold, watchlists: isTexts(watchlists) ? watchlists : [] };
}

/** Says whether faces are compared. */
export const withFaces = (definition: Named, isOn: boolean): Named =>
  withValue(definition, ['face_match'], isOn ? true : undefined);

/** Says how alike they must be, or where they are looked for; with undefined it says nothing of it. */
export function withFacesPart(definition: Named, part: 'threshold' | 'watchlists', to: unknown): Named {
  const { face_match } = definition;
  const next = withValue(isNamed(face_match) ? face_match : {}, [part], to);
  return { ...definition, face_match: Object.keys(next).length === 0 ? true : next };
}

/** The steps that there are, in the order in which they are done. */
const STEPS = ['classify', 'extract', 'validate', 'quality', 'mrz', 'barcode', 'face', 'authenticity'] as const;

/** A step by its name in the API. */
export type Step = (typeof STEPS)[number];

/** What stands for the steps of each type: what the service takes so, as it takes nothing at all. */
const OF_TYPES: readonly string[] = ['classify', 'extract', 'validate'];

/** By what the steps of a document are chosen: its type, the agent alone, or the agent for each type. */
export type StepsBy = 'type' | 'agent' | 'agentByType';

/** How a definition chooses steps; `steps` are those that it names for all. */
export function stepsOf({ pipeline_per_type: given }: Named): { by: StepsBy; steps: readonly string[] } {
  if (isNamed(given)) return { by: 'agentByType', steps: [] };
  const steps = isTexts(given) ? given : OF_TYPES;
  const isOfTypes = steps.length === OF_TYPES.length && steps.every((step, index) => step === OF_TYPES[index]);
  return { by: isOfTypes ? 'type' : 'agent', steps };
}

/** Names all steps, or leaves them to each type. */
export const withStepsBy = (definition: Named, by: 'type' | 'agent'): Named =>
  withValue(definition, ['pipeline_per_type'], [...(by === 'agent' ? STEPS : OF_TYPES)]);

/** Says whether a step is taken; one that joins stands before the first that is done after it. */
export function withStep(definition: Named, step: Step, isTaken: boolean): Named {
  const others = stepsOf(definition).steps.filter((one) => one !== step);
  const after = others.findIndex((one) => STEPS.indexOf(one as Step) > STEPS.indexOf(step));
  const steps = isTaken ? others.toSpliced(after < 0 ? others.length : after, 0, step) : others;
  return withValue(definition, ['pipeline_per_type'], steps);
}

/** Adds a text to a list, or takes it away. */
export const withOne = (list: readonly string[], one: string, isIn: boolean): string[] => [
  ...list.filter((other) => other !== one),
  ...(isIn ? [one] : []),
];

/** A whole number, without marks between its thousands: in another language they would be those of a fraction. What is none stays a text, to be refused. */
export function wholeNumberWritten(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : text;
}

/** A share, 0 to 1, with either mark before its fraction; what is no number stays a text, to be refused, and nothing is undefined. */
export function shareWritten(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** Names with commas between them, each once. */
export const namesWritten = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
