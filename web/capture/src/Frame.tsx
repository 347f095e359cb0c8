import type { ReactElement, ReactNode } from 'react';
import type { Capture } from './service.js';

/** What every step stands in: the tenant's logo, and one heading. */
export function Frame({
  title,
  look,
  children,
}: {
  title: string;
  look?: Capture['look'];
  children?: ReactNode;
}): ReactElement {
  return (
    <main>
      {look && look.logo !== null && <img className="logo" src={look.logo} alt="" />}
      <h1>{title}</h1>
      {children}
    </main>
  );
}
