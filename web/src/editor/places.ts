import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isAlike } from './isAlike.js';

/** A value that has names, as JSON has it. */
export interface Named {
  [name: string]: unknown;
}

/** Where something stands in a value: names of members, and places in lists, from the outside in. */
export type Place = readonly (string | number)[];

/** What the service refused, and where that stands; the place is empty where it does not say. */
export interface Refusal {
  message: string;
  place: Place;
}

/** Whether a value has names. */
export const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (value: unknown, name: string | number): unknown => {
  if (Array.isArray(value)) return (value as unknown[])[Number(name)];
  return isNamed(value) && Object.hasOwn(value, name) ? value[name] : undefined;
};

/** What stands at a place; undefined where nothing does. */
export const valueAt = (value: unknown, place: Place): unknown => place.reduce(within, value);

/** The value with another one at a place; with undefined nothing stands there, nor around it what would be empty then. All else stays as it is. */
export function withValue(value: Named, [name, ...rest]: readonly string[], to: unknown): Named {
  if (name === undefined) return value;
  const inner = value[name];
  const next = rest.length === 0 ? to : withValue(isNamed(inner) ? inner : {}, rest, to);
  const isLeft = next === undefined || (to === undefined && isNamed(next) && Object.keys(next).length === 0);
  if (!isLeft) return { ...value, [name]: next };
  return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name));
}

/** Whether a place is another, or in it. */
export const isIn = (place: Place, outer: Place): boolean =>
  outer.every((part, index) => String(place[index]) === String(part));

/**
 * Where what a refusal is about stands in a value: the service begins with the place (`definition.policy.weak must be one of …`, or with The field and
 * the place in backquotes), and names in quotes what it cannot mean there.
 * @returns an empty place where it names none
 */
export function refusedPlace(message: string, value: unknown): Place {
  const place: (string | number)[] = [];
  let [inner, rest] = [value, message.replace(/^The field `/, '')];
  for (;;) {
    const names = typeof inner === 'object' && inner !== null ? Object.keys(inner) : [];
    const name = names
      .filter((one) => rest.startsWith(one) && /^(?:[.\s`]|$)/.test(rest.slice(one.length)))
      .toSorted((one, other) => other.length - one.length)[0];
    if (name === undefined) break;
    place.push(Array.isArray(inner) ? Number(name) : name);
    inner = within(inner, name);
    rest = rest.slice(name.length).replace(/^\./, '');
  }
  const [, quoted] = /"([^"]+)"/.exec(rest) ?? [];
  return quoted === undefined || place.length === 0 ? place : [...place, ...(placeOf(quoted, inner) ?? [])];
}

/**
 * Whether at the place of a refusal stands what was refused: once that was changed, or something else came to its place, the refusal is of nothing
 * that is there. One without a place stands until the next.
 * @param value what stood there
 */
export const stillRefused = ({ place, value }: Pick<Refusal, 'place'> & { value: unknown }, draft: unknown): boolean =>
  place.length === 0 || isAlike(valueAt(draft, place), value);

/** The first place at which a text stands, as a name or as a value. */
function placeOf(text: string, value: unknown): Place | undefined {
  if (value === text) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const part = Array.isArray(value) ? Number(name) : name;
    const found = part === text ? [] : placeOf(text, inner);
    if (found) return [part, ...found];
  }
  return undefined;
}

/** Where a place of a value stands in its JSON, or what is nearest around it. */
export interface Written {
  /** 1 is the first. */
  line: number;
  /** Characters from the beginning of the text. */
  from: number;
  to: number;
}

/** Finds a place in the text that somebody wrote; undefined where the text is no JSON, and for the whole of it. */
export function writtenAt(text: string, place: Place): Written | undefined {
  const root = parseTree(text);
  if (!root) return undefined;
  for (let length = place.length; length > 0; length -= 1) {
    const found = findNodeAtLocation(root, place.slice(0, length));
    // Of a member its name is shown too.
    const node = found?.parent?.type === 'property' ? found.parent : found;
    if (!node) continue;
    return {
      line: text.slice(0, node.offset).split('\n').length,
      from: node.offset,
      to: node.offset + node.length,
    };
  }
  return undefined;
}
