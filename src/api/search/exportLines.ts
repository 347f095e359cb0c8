import { setImmediate as nextTurn } from 'node:timers/promises';
import { onlyColumns } from '../../platform/search/columns.js';
import type { Source } from '../../platform/search/search.js';
import { fieldName, type Shown } from '../../platform/search/searchable.js';
import type { Pages } from '../../projections/search/everythingFound.js';
import { ApiError } from '../http/responses/apiError.js';
import { csvLines } from './csvCells.js';

/** Characters of JSON Lines, and cells of CSV, that are written at a time: writing them holds up all else. */
const CHARACTERS_AT_ONCE = 64 * 1024;
const CELLS_AT_ONCE = 50_000;

/** Most columns of a CSV that nobody named: what fields are called is the choice of whoever makes document types, and each line has all of them. */
const MOST_COLUMNS = 2_000;

/** Things as JSON Lines (https://jsonlines.org), or what of them stands under some paths. */
export async function* jsonLines(pages: Pages, columns?: readonly string[]): AsyncGenerator<string> {
  for await (const page of pages()) {
    let written = '';
    for (const source of page) {
      written += `${JSON.stringify(columns ? onlyColumns(source, columns) : source)}\n`;
      if (written.length < CHARACTERS_AT_ONCE) continue;
      yield written;
      written = '';
      await nextTurn();
    }
    if (written !== '') yield written;
  }
}

/** Things as CSV with these columns, by their paths in whatever case of letters. Of a list of objects a cell has a list. */
export async function* csvOfColumns(pages: Pages, columns: readonly string[]): AsyncGenerator<string> {
  const paths = columns.map(fieldName);
  yield* csv(pages, columns, (source) => paths.map((path) => valueAt(source, path)));
}

/**
 * Things as CSV with a column for each field that any of them has, those of an object as `extracted.surname`: first those of the things
 * themselves, then the others, in the order in which they turn up. Nothing at all where there are no things.
 * @param columns What `columnsOfAll` told
 */
export async function* csvOfAll({ names, pages }: AllColumns): AsyncGenerator<string> {
  if (names.length === 0) return;
  yield* csv(pages, names, (source) => {
    const cells = new Map(cellsOf(source));
    return names.map((name) => cells.get(name));
  });
}

/** The columns that a CSV of all fields has, and what its lines are made of. */
export interface AllColumns {
  names: readonly string[];
  pages: Pages;
}

/**
 * The columns that a CSV of all fields has. All things are read for that, as the first line names what only the last thing may have, and
 * again for the lines; those of a single page are kept instead, as long as any page is while it is sent.
 * @param isAwaited Asked before each page whether anybody still waits; the names are not all of them where nobody does
 * @throws ApiError 422 where there are too many
 */
export async function columnsOfAll(pages: Pages, isAwaited: () => boolean): Promise<AllColumns> {
  const names = new Set<string>();
  let only: Source[] | undefined;
  let read = 0;
  for await (const page of pages()) {
    if (!isAwaited()) break;
    only = read === 0 ? page : undefined;
    read += 1;
    for (const source of page) for (const [name] of cellsOf(source)) names.add(name);
    if (names.size > MOST_COLUMNS) {
      throw new ApiError(
        422,
        `The export would have more than ${MOST_COLUMNS} columns: name those you want in \`columns\``,
      );
    }
  }
  const isOfThing = (name: string): boolean => !name.includes('.');
  const ordered = [...[...names].filter(isOfThing), ...[...names].filter((name) => !isOfThing(name))];
  return { names: ordered, pages: only ? () => onePage(only) : pages };
}

async function* onePage(page: Source[]): AsyncGenerator<Source[]> {
  yield await Promise.resolve(page);
}

/** The lines. The first one comes with those of the first page, so that whoever has it knows that things can be read. */
async function* csv(
  pages: Pages,
  names: readonly string[],
  cellsIn: (source: Source) => (Shown | undefined)[],
): AsyncGenerator<string> {
  let head = csvLines([names]);
  const atOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / names.length));
  for await (const page of pages()) {
    for (let at = 0; at < page.length; at += atOnce) {
      yield head + csvLines(page.slice(at, at + atOnce).map(cellsIn));
      head = '';
      await nextTurn();
    }
  }
  if (head !== '') yield head;
}

/** The fields of a thing and of the objects in it, one level deep. */
const cellsOf = (source: Source): [string, Shown][] =>
  Object.entries(source).flatMap(([name, value]): [string, Shown][] =>
    isObject(value) ? Object.entries(value).map(([below, one]) => [`${name}.${below}`, one]) : [[name, value]],
  );

/** What stands under a path, as `fieldName` writes it; a name may have dots itself. */
function valueAt(shown: Shown, path: string): Shown | undefined {
  if (path === '') return shown;
  if (Array.isArray(shown)) {
    const found = (shown as readonly Shown[]).flatMap((entry) => valueAt(entry, path) ?? []);
    return found.length > 0 ? found : undefined;
  }
  if (!isObject(shown)) return undefined;
  for (const [name, member] of Object.entries(shown)) {
    const own = fieldName(name);
    if (path !== own && !path.startsWith(`${own}.`)) continue;
    const found = valueAt(member, path.slice(own.length + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

const isObject = (value: Shown): value is Source =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
