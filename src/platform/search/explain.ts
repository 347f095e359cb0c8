import type { Condition } from './condition.js';
import { holds, type Judged } from './holds.js';
import type { Kql } from './kql/kql.js';
import { kqlCondition } from './kql/kqlCondition.js';
import { writeKql } from './kql/writeKql.js';
import { fieldName, indexed, type Indexed, type Shown } from './searchable.js';
import type { Source } from './search.js';
import { valuesIn } from './valuesIn.js';

/** Whether a part of a query holds for a thing, and by which of its values. */
export interface Explained {
  /** The part, as a query says it. */
  clause: string;
  holds: boolean;
  /** The values by which it holds, of a part that names some; the first few. What a thing must not have matches nothing. */
  matched: { field: string; value: string | number | boolean }[];
  /** The parts that it is made of. What is asked of one object in a list is told of the first that is like that. */
  of: Explained[];
}

/** Most values that are told of one part. */
const MOST_MATCHED = 5;

/** Longer values are cut. */
const LONGEST_VALUE = 500;

/** One value of a thing, and that alone as it is found by. */
interface Leaf {
  field: string;
  value: string | number | boolean;
  fields: Indexed['fields'];
}

/** Most values of a thing, and objects of one of its lists, that are looked at one by one: by so many it is found. */
const MOST_LEAVES = 2_000;
const MOST_OBJECTS = 500;

/** Why a query finds a thing, or why not, by what it is shown as: what a mask hides is no reason. @param now The moment that `now` is */
export const explain = (query: Kql, source: Source, now: Date): Explained => explained(query, askedOf(source), now);

/** A thing that is asked about. What is made of it is kept, as each part of a query asks for it. */
interface Asked {
  whole: Judged;
  leaves: readonly Leaf[];
  /** The objects in the lists under a path, each by itself. */
  objectsAt(path: string): readonly { asInList: Judged; asked(): Asked }[];
}

function askedOf(source: Source): Asked {
  const objects = new Map<string, ReturnType<Asked['objectsAt']>>();
  const leaves: Leaf[] = [];
  for (const { path: field, value } of valuesIn(source)) {
    if (typeof value === 'object') continue; // what is in it comes by itself
    if (leaves.length === MOST_LEAVES) break;
    leaves.push({ field, value, fields: indexed({ [field]: value }).fields });
  }
  return {
    whole: judgedOf(source),
    leaves,
    objectsAt(path) {
      const known = objects.get(path);
      if (known) return known;
      const found = objectsIn(source, path)
        .slice(0, MOST_OBJECTS)
        .map((object) => {
          let made: Asked | undefined;
          return { asInList: judgedOf({ [path]: [object] }), asked: () => (made ??= askedOf(object)) };
        });
      objects.set(path, found);
      return found;
    },
  };
}

const judgedOf = (source: Source): Judged => ({ ...indexed(source), own: {} });

function explained(query: Kql, asked: Asked, now: Date): Explained {
  const condition = kqlCondition(query, now);
  const told = { clause: writeKql(query), holds: holds(condition, asked.whole) };
  switch (query.is) {
    case 'and':
    case 'or':
      return { ...told, matched: [], of: query.of.map((one) => explained(one, asked, now)) };
    case 'not':
      return { ...told, matched: [], of: [explained(query.of, asked, now)] };
    case 'within':
      return { ...told, matched: [], of: ofObject(query, condition, asked, now) };
    case 'match':
    case 'compare':
      return { ...told, matched: told.holds ? matchedIn(condition, asked.leaves) : [], of: [] };
  }
}

/** What is asked of an object, of the first that is like that. */
function ofObject({ field, of }: Kql & { is: 'within' }, condition: Condition, asked: Asked, now: Date): Explained[] {
  const object = asked.objectsAt(fieldName(field)).find(({ asInList }) => holds(condition, asInList));
  return object ? [beneath(explained(of, object.asked(), now), field)] : [];
}

/** The same, with the fields as the whole thing has them. */
const beneath = ({ matched, of, ...told }: Explained, path: string): Explained => ({
  ...told,
  matched: matched.map(({ field, value }) => ({ field: `${path}.${field}`, value })),
  of: of.map((one) => beneath(one, path)),
});

function matchedIn(condition: Condition, leaves: readonly Leaf[]): Explained['matched'] {
  const matched: Explained['matched'] = [];
  // Each word of a value may be in another one.
  const parts = condition.is === 'and' ? condition.of : [condition];
  for (const { field, value, fields } of leaves) {
    if (matched.length === MOST_MATCHED) break;
    if (!parts.some((part) => holds(part, { text: '', fields, nested: {}, own: {} }))) continue;
    matched.push({ field, value: typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value });
  }
  return matched;
}

/** The objects in the lists under a path, as `fieldName` writes it. */
function objectsIn(shown: Shown, path: string, at = ''): Source[] {
  if (isObject(shown)) {
    return Object.entries(shown).flatMap(([name, member]) =>
      objectsIn(member, path, at === '' ? fieldName(name) : `${at}.${fieldName(name)}`),
    );
  }
  if (!Array.isArray(shown)) return [];
  return (shown as readonly Shown[]).flatMap((entry) =>
    at === path && isObject(entry) ? [entry] : objectsIn(entry, path, at),
  );
}

const isObject = (shown: Shown): shown is Source =>
  typeof shown === 'object' && shown !== null && !Array.isArray(shown);
