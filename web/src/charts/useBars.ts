import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Bars, Heard } from './drawBars.js';
import type { Drawing, Run } from './parts.js';

/** Bars in an element. */
export interface DrawnBars {
  /** The element that they are drawn into: it says how large they are. */
  element: RefObject<HTMLDivElement | null>;
  /** Why they are not drawn. */
  error: Error | undefined;
}

/**
 * Draws bars once the script for it is there, which is loaded for this alone, and again where what is drawn is another.
 * @param shaded those that are shaded while nobody drags
 */
export function useBars(drawing: Drawing, shaded: Run | undefined, heard: Heard): DrawnBars {
  const element = useRef<HTMLDivElement>(null);
  const bars = useRef<Bars>(undefined);
  const [error, setError] = useState<Error>();
  const latest = useRef({ drawing, heard });
  latest.current = { drawing, heard };
  useEffect(() => {
    let isGone = false;
    import('./drawBars.js').then(({ drawBars }) => {
      if (isGone || !element.current) return;
      bars.current = drawBars(element.current, () => latest.current.drawing, {
        onPoint: (run) => latest.current.heard.onPoint(run),
        onChoose: (run) => latest.current.heard.onChoose(run),
      });
    }, setError);
    return () => {
      isGone = true;
      bars.current?.destroy();
      bars.current = undefined;
    };
  }, []);
  useEffect(() => bars.current?.update(), [drawing.parts, drawing.partMs]);
  useEffect(() => bars.current?.shade(shaded), [drawing.parts, drawing.partMs, shaded?.first, shaded?.last]);
  return { element, error };
}
