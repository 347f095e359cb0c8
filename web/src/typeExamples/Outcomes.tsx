import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { cellText } from '../reading/values.js';
import { readable, words } from '../words/words.js';

type Outcome = Schemas['ExampleOutcomeView'];

/** What came of examples: how many hold, and of the others field by field what had to be read and what was; what a change broke comes first. */
export function Outcomes({
  checked: { holding, broken, examples },
}: {
  checked: Schemas['ExamplesCheckedView'];
}): ReactElement {
  const isOfChange = examples.some((one) => one.broken !== null);
  const count = examples.length;
  return (
    <>
      <p role="status" className={holding === count ? 'good' : broken > 0 ? 'bad' : 'doubt'}>
        {isOfChange ? words.typeExamples.outcome(holding, count, broken) : words.typeExamples.asIs(holding, count)}
      </p>
      {holding < count && (
        <DataTable
          caption={words.typeExamples.check}
          empty=""
          rows={rowsOf(examples)}
          keyOf={({ outcome, difference }) => `${outcome.example_id} ${difference?.field ?? ''}`}
          columns={[
            { name: words.typeExamples.name, cell: ({ outcome }) => <Named outcome={outcome} /> },
            { name: words.typeExamples.field, cell: ({ difference }) => difference && readable(difference.field) },
            {
              name: words.typeExamples.expected,
              cell: ({ difference }) => difference && <ins>{valueOf(difference.expected)}</ins>,
            },
            {
              name: words.typeExamples.got,
              cell: ({ outcome, difference }) => (difference ? <Got difference={difference} /> : outcome.error),
            },
          ]}
        />
      )}
    </>
  );
}

interface Row {
  outcome: Outcome;
  /** Undefined where nothing was read. */
  difference: Schemas['ExampleDifferenceView'] | undefined;
}

/** A row for each field that differs, and for each example that was not read. */
const rowsOf = (examples: readonly Outcome[]): Row[] =>
  examples
    .filter(({ status }) => status !== 'holds')
    .toSorted((one, other) => Number(other.broken === true) - Number(one.broken === true))
    .flatMap((outcome): Row[] =>
      outcome.differences.length === 0
        ? [{ outcome, difference: undefined }]
        : outcome.differences.map((difference) => ({ outcome, difference })),
    );

function Named({ outcome: { name, broken } }: { outcome: Outcome }): ReactElement {
  return (
    <>
      {name ?? words.typeExamples.nameless}
      {broken !== null && (
        <div className={broken ? 'bad' : 'quiet'}>
          {broken ? words.typeExamples.broken : words.typeExamples.brokenBefore}
        </div>
      )}
    </>
  );
}

function Got({ difference: { expected, read } }: { difference: Schemas['ExampleDifferenceView'] }): ReactElement {
  const isAlike = valueOf(expected) === valueOf(read);
  return (
    <>
      {read === null ? words.typeExamples.nothing : <del>{valueOf(read)}</del>}
      {isAlike && <span className="quiet"> ({words.typeExamples.behindMask})</span>}
    </>
  );
}

/** A value as it stands in a table: where there is none, that there is none. */
const valueOf = (value: unknown): string => (value === null ? words.typeExamples.nothing : cellText(value));
