import { Link } from '@tanstack/react-router';
import { Fragment, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import type { Schemas } from '../api/schemas.js';
import { cellText, filledFields, valueAt } from '../reading/values.js';
import { pageAddress } from '../review/pageAddress.js';
import { moment, words } from '../words/words.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { KINDS, type Kind } from './kinds.js';

type Hit = Schemas['SearchHit'];

/** The rows: a column sorts, a row opens. */
export function FoundTable({
  hits,
  columns,
  search,
  onChange,
}: {
  hits: readonly Hit[];
  columns: readonly string[];
  search: DiscoverSearch;
  onChange: (changed: Partial<DiscoverSearch>) => void;
}): ReactElement {
  const { kind, sort, row, widths = {} } = search;
  const orderOf = (field: string) => (sort?.field === field ? sort.order : undefined);
  return (
    <div className="rows" tabIndex={0} role="group" aria-label={words.discover.kinds[kind]}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{words.discover.open}</span>
            </th>
            {columns.map((field) => (
              <th key={field} scope="col" className={widths[field]} aria-sort={SORTS[orderOf(field) ?? 'none']}>
                <Button
                  className="column"
                  onPress={() => onChange({ sort: { field, order: orderOf(field) === 'desc' ? 'asc' : 'desc' } })}
                >
                  {field}
                  {orderOf(field) !== undefined && (orderOf(field) === 'asc' ? ' ↑' : ' ↓')}
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hits.map((hit) => (
            <Fragment key={hit.id}>
              <tr>
                <td>
                  <Button
                    className="button small"
                    aria-label={words.discover.open}
                    aria-expanded={row === hit.id}
                    onPress={() => onChange({ row: row === hit.id ? undefined : hit.id })}
                  >
                    {row === hit.id ? '▾' : '▸'}
                  </Button>
                </td>
                {columns.map((field) => (
                  <td key={field} className={widths[field]}>
                    {shown(field, valueAt(hit.source, field), KINDS[kind].time)}
                  </td>
                ))}
              </tr>
              {row === hit.id && (
                <tr>
                  <td colSpan={columns.length + 1}>
                    <OpenedRow hit={hit} kind={kind} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SORTS = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

const shown = (field: string, value: unknown, time: string): string =>
  field === time && typeof value === 'string' ? moment(value) : cellText(value);

/** Minutes before and after a thing in which others are shown. */
const AROUND_MINUTES = 5;

/** What there was before and after a moment, in the order of time. */
function aroundThen(kind: Kind, at: string): DiscoverSearch {
  const { time } = KINDS[kind];
  const beside = (minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  return { kind, from: beside(-AROUND_MINUTES), to: beside(AROUND_MINUTES), sort: { field: time, order: 'asc' } };
}

/** All that a thing holds, as fields and as JSON; and the way to its case. */
function OpenedRow({ hit: { source }, kind }: { hit: Hit; kind: Kind }): ReactElement {
  const { session_id, doc_id } = source;
  const at = valueAt(source, KINDS[kind].time);
  return (
    <div className="opened">
      {typeof session_id === 'string' && (
        <div>
          <Link to="/cases/$session_id" params={{ session_id }}>
            {words.discover.toCase}
          </Link>
          {typeof doc_id === 'string' && (
            <img src={pageAddress(session_id, doc_id, 1, 'small')} alt={words.discover.firstPage} />
          )}
        </div>
      )}
      {typeof at === 'string' && (
        <Link to="/discover" search={aroundThen(kind, at)}>
          {words.discover.around}
        </Link>
      )}
      <dl>
        {filledFields(source).map(([path, value]) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>{cellText(value)}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>JSON</summary>
        <pre tabIndex={0}>{JSON.stringify(source, null, 2)}</pre>
      </details>
    </div>
  );
}
