import { useEffect, type ReactElement, type ReactNode } from 'react';
import type { Capture } from './service.js';
import { StepHeading } from './StepHeading.js';

/** What every step stands in: the tenant's logo, and one heading, which is the title of the page too. */
export function Frame({
  title,
  look,
  isEnd = false,
  children,
}: {
  title: string;
  look?: Capture['look'];
  /** Whether it takes the place of all steps: its heading is what the customer goes on from. */
  isEnd?: boolean;
  children?: ReactNode;
}): ReactElement {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main>
      {look && look.logo !== null && <img className="logo" src={look.logo} alt="" />}
      {isEnd ? <StepHeading level={1}>{title}</StepHeading> : <h1>{title}</h1>}
      {children}
    </main>
  );
}
