import { useState, type ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { moment, words } from '../words/words.js';

/** Chooses a moment of a case: each is when something was done. The last is now. */
export function AsOfSlider({
  entries,
  at,
  onChoose,
}: {
  /** Oldest first. */
  entries: readonly Schemas['AuditEntryView'][];
  /** The moment that is shown; undefined is now. */
  at: string | undefined;
  onChoose: (at: string | undefined) => void;
}): ReactElement {
  const last = entries.length - 1;
  const shown =
    at === undefined
      ? last
      : Math.max(
          0,
          entries.findLastIndex((entry) => entry.at <= at),
        );
  const [dragged, setDragged] = useState<number>();
  const index = dragged ?? shown;
  const entry = entries[index];
  const choose = (to: number): void => {
    setDragged(undefined);
    onChoose(to >= last ? undefined : entries[to]?.at);
  };
  return (
    <div className="as-of">
      <label htmlFor="as-of">{words.file.asOf}</label>
      <input
        id="as-of"
        type="range"
        min={0}
        max={Math.max(0, last)}
        value={index}
        aria-valuetext={entry ? `${moment(entry.at)}: ${entry.words}` : ''}
        onChange={(event) => setDragged(event.currentTarget.valueAsNumber)}
        onPointerUp={() => dragged !== undefined && choose(dragged)}
        onKeyUp={() => dragged !== undefined && choose(dragged)}
        onBlur={() => dragged !== undefined && choose(dragged)}
      />
      <output htmlFor="as-of">{entry && `${index >= last ? words.file.now : moment(entry.at)}: ${entry.words}`}</output>
    </div>
  );
}
