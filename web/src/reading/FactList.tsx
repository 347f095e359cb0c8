import type { ReactElement, ReactNode } from 'react';

/** What is known of a thing, and what it is called; empty where it is not known. */
export type Fact = readonly [name: string, value: ReactNode];

/** Facts one below the other, each beside its name; what is not known is left out. */
export function FactList({ facts }: { facts: readonly Fact[] }): ReactElement {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value], index) => (
          <div key={`${index} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
