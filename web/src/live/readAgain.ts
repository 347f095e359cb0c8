import { queryClient } from '../api/queryClient.js';
import type { ToldChanges } from './listen.js';
import { noteChanges } from './newRows.js';
import { figuresOf, follows, MOST_TOLD, queriesOf } from './whatChanged.js';

/** What could not be read yet when it was told is read once more after so long. */
const SETTLES_MS = 2_500;

/** Figures are dear: they are asked for again so often at most, however much changes. */
const FIGURES_EVERY_MS = 30_000;

/**
 * Has what is shown of some changes be read again, and nothing else; all that follows changes where they are too many to look through, or `mayLack` some that
 * were before them.
 */
export function readAgain({ changes, behind }: Pick<ToldChanges, 'changes' | 'behind'>, mayLack = false): void {
  const aggregates = changes.map(({ aggregate }) => aggregate);
  const keys = queriesOf(aggregates);
  const read = (): void => {
    if (mayLack || changes.length >= MOST_TOLD)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => follows(queryKey) });
    else keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }));
  };
  read();
  if (behind) setTimeout(read, SETTLES_MS);
  noteChanges(changes);
  figuresOf(aggregates).forEach(readFigures);
}

/** When figures were last read again because of a change, and whether they are about to be. */
const figures = new Map<string, { at: number; isDue: boolean }>();

/** At once where that was not done for a while, else as soon as it is over. @param name the first part of their keys */
function readFigures(name: string): void {
  const now = performance.now();
  const known = figures.get(name) ?? { at: -FIGURES_EVERY_MS, isDue: false };
  if (known.isDue) return;
  figures.set(name, { ...known, isDue: true });
  const readNow = (): void => {
    figures.set(name, { at: performance.now(), isDue: false });
    void queryClient.invalidateQueries({ queryKey: [name] });
  };
  setTimeout(readNow, Math.max(0, known.at + FIGURES_EVERY_MS - now));
}
