import { useId, useState, type ReactElement } from 'react';
import { said } from '../words/said.js';
import { span, words } from '../words/words.js';
import { BarsTable } from './BarsTable.js';
import { countsOf, timesOf, type Drawing, type Run } from './parts.js';
import { useBars } from './useBars.js';
import { useHeldRun } from './useHeldRun.js';
import './timeBars.css';

/** What is drawn, and what is said of it. */
export interface TimeBarsProps {
  /** Its `parts` are the same array for as long as they are the same: another one is drawn anew. */
  drawing: Drawing;
  label: string;
  /** What is said of some counts, one of each series. */
  tell: (counts: readonly number[]) => string;
  /** A time was chosen, in milliseconds: the first and the last of it. */
  onChoose: (from: number, to: number) => void;
}

/** Bars over time, of which a time is chosen: by dragging, by a click, by keyboard, or in the table that says the same. */
export function TimeBars({ drawing, label, tell, onChoose }: TimeBarsProps): ReactElement {
  const { parts, zone } = drawing;
  const hint = useId();
  const [pointed, setPointed] = useState<Run>();
  const choose = (run: Run): void => {
    const { from, to } = timesOf(drawing, run);
    onChoose(from, to - 1);
  };
  const held = useHeldRun(parts.length, choose);
  const { element, error } = useBars(drawing, held.run, {
    onPoint: (run) => setPointed((now) => (isSame(now, run) ? now : run)),
    onChoose: choose,
  });
  const textOf = (run: Run): string => {
    const { from, to } = timesOf(drawing, run);
    return `${span(from, to, zone)}: ${tell(countsOf(drawing, run))}`;
  };
  const last = parts.length - 1;
  const told = pointed && pointed.last <= last ? pointed : held.run;
  const middle = told ? ((told.first + told.last + 1) / 2 / parts.length) * 100 : 0;
  return (
    <div className="time-bars">
      <div className="told">
        <p id={hint} className="quiet" hidden={told !== undefined}>
          {words.chart.hint}
        </p>
        {told && (
          <p aria-hidden style={{ insetInlineStart: `${middle}%`, translate: `${-middle}% 0` }}>
            {textOf(told)}
          </p>
        )}
      </div>
      <div
        ref={element}
        className="plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={hint}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={held.run?.last ?? last}
        aria-valuetext={textOf(held.run ?? { first: 0, last })}
        onKeyDown={held.onKeyDown}
        onBlur={held.drop}
        onPointerDown={held.drop}
      />
      {error && <p role="alert">{said(error)}</p>}
      <BarsTable {...{ drawing, label }} onChoose={(at) => choose({ first: at, last: at })} />
    </div>
  );
}

const isSame = (one: Run | undefined, other: Run | undefined): boolean =>
  one?.first === other?.first && one?.last === other?.last;
