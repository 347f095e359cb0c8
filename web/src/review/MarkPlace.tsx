import { useState, type PointerEvent, type ReactElement } from 'react';
import { words } from '../words/words.js';
import { overThere } from './places.js';

/** A place on a document: left, top, width and height in fractions of the upright page. */
export interface MarkedPlace {
  /** From 1. */
  page: number;
  box: [number, number, number, number];
}

type Point = readonly [x: number, y: number];

/** Smaller than this, in fractions of the page, it was a click, not a drag: the first of two corners. */
const LEAST = 0.005;

/** Takes a place on a page: drawn from corner to corner, or clicked corner by corner. */
export function MarkPlace({ onMark }: { onMark: (box: MarkedPlace['box']) => void }): ReactElement {
  const [from, setFrom] = useState<Point>();
  const [to, setTo] = useState<Point>();
  const end = (event: PointerEvent<HTMLDivElement>): void => {
    const at = pointOf(event);
    if (!from) return setFrom(at);
    const box = boxOf(from, at);
    if (box[2] < LEAST || box[3] < LEAST) return;
    setFrom(undefined);
    setTo(undefined);
    onMark(box);
  };
  return (
    <div
      className="mark-place"
      role="img"
      aria-label={words.review.markHint}
      onPointerDown={(event) => {
        if (from) return;
        setFrom(pointOf(event));
        setTo(undefined);
      }}
      onPointerMove={(event) => from && setTo(pointOf(event))}
      onPointerUp={end}
    >
      {from && <div className="place lit" style={overThere(boxOf(from, to ?? from))} />}
    </div>
  );
}

/** Where on the page a pointer is, also where the page is turned: offsets are along its own edges. */
function pointOf({ nativeEvent, currentTarget }: PointerEvent<HTMLDivElement>): Point {
  const share = (offset: number, length: number): number => Math.min(1, Math.max(0, offset / length));
  return [
    share(nativeEvent.offsetX, currentTarget.clientWidth),
    share(nativeEvent.offsetY, currentTarget.clientHeight),
  ];
}

const boxOf = (one: Point, other: Point): MarkedPlace['box'] => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.abs(one[0] - other[0]),
  Math.abs(one[1] - other[1]),
];
