import type { ReactElement, ReactNode } from 'react';
import './dataTable.css';

/** A column of a table. */
export interface Column<Row> {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand below one another. */
  isNumber?: boolean;
}

/** Rows as a table, of which the first column names each; what is said where there are none. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  empty,
  stacks = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What to do so that there are some. */
  empty: string;
  /** On a phone the cells of a row stand below one another, each with the name of its column, and nothing is scrolled sideways. */
  stacks?: boolean;
}): ReactElement {
  const looks = ({ isNumber }: Column<Row>): string | undefined => (isNumber ? 'number' : undefined);
  if (rows.length === 0) return <p className="quiet">{empty}</p>;
  return (
    <div className={stacks ? 'data-table stacks' : 'data-table'} tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={looks(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.name} scope="row" className={looks(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.name} className={looks(column)} data-column={stacks ? column.name : undefined}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
