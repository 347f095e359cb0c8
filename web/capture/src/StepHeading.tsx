import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** Whether a step was shown before: the first that is there when the page opens leaves the focus where it is. */
let wasOneBefore = false;

/**
 * What a step begins with. One that takes the place of another takes the focus: a screen reader reads it, and a keyboard goes on from it. Give it
 * a `key` that changes with what the customer is to do.
 */
export function StepHeading({ level = 2, children }: { level?: 1 | 2; children: ReactNode }): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (wasOneBefore) heading.current?.focus();
    wasOneBefore = true;
  }, []);
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Heading ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  );
}
