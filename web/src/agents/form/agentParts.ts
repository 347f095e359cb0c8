import { allSteps, USUAL_STEPS, withStepIn } from '../../editor/form/steps.js';
import { isNamed, withValue, type Named } from '../../editor/places.js';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isMapOf = (value: unknown, holds: (one: unknown) => boolean): boolean =>
  isNamed(value) && Object.values(value).every(holds);

const isText = (value: unknown): boolean => typeof value === 'string';

/** The members that the form shows, and the form that they must have for that. */
const SHOWN: { readonly [member: string]: (value: unknown) => boolean } = {
  doc_type_map: (value) => isMapOf(value, isText),
  classify_aliases: (value) => isMapOf(value, isText),
  required: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string' || isTexts(entry)),
  sides: isNamed,
  rules: (value) =>
    isNamed(value) && ['max_age_days', 'min_confidence'].every((part) => !(part in value) || isNamed(value[part])),
  cross_match: (value) => isNamed(value) && (!('match_fields' in value) || isTexts(value['match_fields'])),
  pipeline_per_type: (value) => isTexts(value) || isMapOf(value, isTexts),
  policy: (value) => isMapOf(value, isText),
  face_match: (value) =>
    typeof value === 'boolean' || (isNamed(value) && (!('watchlists' in value) || isTexts(value['watchlists']))),
  capture: (value) =>
    isNamed(value) &&
    (!('consent' in value) || isNamed(value['consent'])) &&
    (!('framed_by' in value) || isTexts(value['framed_by'])),
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

/** By what the steps of a document are chosen: its type, the agent alone, or the agent for each type. */
export type StepsBy = 'type' | 'agent' | 'agentByType';

/** How a definition chooses steps: `steps` are those that it names for all, `byType` those that it names for some. */
export function stepsOf({ pipeline_per_type: given }: Named): {
  by: StepsBy;
  steps: readonly string[];
  byType: ReadonlyMap<string, readonly string[]>;
} {
  if (isNamed(given)) {
    const named = Object.entries(given).map(([type, steps]) => [type, isTexts(steps) ? steps : []] as const);
    return { by: 'agentByType', steps: [], byType: new Map(named) };
  }
  const steps = isTexts(given) ? given : USUAL_STEPS;
  // Exactly these stand for the steps of each type, as naming none does.
  const isOfTypes = steps.length === USUAL_STEPS.length && steps.every((step, index) => step === USUAL_STEPS[index]);
  return { by: isOfTypes ? 'type' : 'agent', steps, byType: new Map() };
}

/** Names all steps, leaves them to each type, or is to name them for some types. */
export const withStepsBy = (definition: Named, by: StepsBy): Named => ({
  ...definition,
  pipeline_per_type: { type: [...USUAL_STEPS], agent: allSteps(), agentByType: {} }[by],
});

/** Says whether a step is taken, whatever the type. */
export const withStep = (definition: Named, step: string, isTaken: boolean): Named =>
  withValue(definition, ['pipeline_per_type'], withStepIn(stepsOf(definition).steps, step, isTaken));

/** Names the steps of a type; with undefined they are those that the type itself has. */
export function withStepsOf(definition: Named, context_id: string, steps: readonly string[] | undefined): Named {
  const { pipeline_per_type: given } = definition;
  const others = Object.entries(isNamed(given) ? given : {}).filter(([type]) => type !== context_id);
  const own: [string, unknown][] = steps ? [[context_id, [...steps]]] : [];
  return { ...definition, pipeline_per_type: Object.fromEntries([...others, ...own]) };
}

/** Adds a text to a list, or takes it away. */
export const withOne = (list: readonly string[], one: string, isIn: boolean): string[] => [
  ...list.filter((other) => other !== one),
  ...(isIn ? [one] : []),
];
