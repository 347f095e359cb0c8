import { useMemo, type ReactElement } from 'react';
import { encode } from 'uqr';
import type { Words } from '../../../src/api/capture/words/index.js';

/** The address of this page as a code that a phone reads, for who began at a computer: what was handed in is kept by the service, so it goes on there. */
export function PhoneCode({ words }: { words: Words }): ReactElement {
  const { size, path } = useMemo(() => codeOf(location.href), []);
  return (
    <details className="phone">
      <summary>{words.phone}</summary>
      <p>{words.phoneHow}</p>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.phone}>
        <path d={path} />
      </svg>
    </details>
  );
}

/** The dark squares of a code, with the quiet zone of four that ISO/IEC 18004 asks for. */
function codeOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}
