import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { MoreButton } from '../reading/MoreButton.js';
import { words } from '../words/words.js';
import { Actions } from './Actions.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { FieldList } from './FieldList.js';
import { FoundTable } from './FoundTable.js';
import { Histogram } from './Histogram.js';
import { KINDS, type Kind } from './kinds.js';
import { NewRows } from './NewRows.js';
import { QueryBar } from './QueryBar.js';
import { SavedViews } from './SavedViews.js';
import { TimePicker } from './TimePicker.js';
import { useFound } from './useFound.js';
import './discover.css';

const route = getRouteApi('/discover');

/** Finds documents, cases and events in the query language: a table, how many there were when, and which fields they have. */
export function DiscoverPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const found = useFound(search);
  const { data, error } = found;
  const { kind, query = '', filters = [], columns = [...KINDS[kind].columns] } = search;
  const change = (changed: Partial<DiscoverSearch>): void =>
    void navigate({ search: (now) => ({ ...now, ...changed }) });
  const toggleColumn = (field: string): void =>
    change({ columns: columns.includes(field) ? columns.filter((one) => one !== field) : [...columns, field] });
  const first = data?.pages[0];
  const hits = data?.pages.flatMap((page) => page.hits) ?? [];
  return (
    <main className="discover">
      <h1>{words.discover.title}</h1>
      <div className="bar">
        <LabelledSelect
          id="kind"
          label={words.discover.kind}
          value={kind}
          choices={(Object.keys(KINDS) as Kind[]).map((one) => [one, words.discover.kinds[one]])}
          onChoose={(chosen) => void navigate({ search: { kind: chosen } })}
        />
        <QueryBar
          key={kind}
          {...{ kind, query, error }}
          onRun={(next) => change({ query: next === '' ? undefined : next, row: undefined })}
        />
        <TimePicker
          times={search}
          onTimes={(times) => change({ range: undefined, from: undefined, to: undefined, ...times })}
        />
      </div>
      {filters.length > 0 && (
        <ul className="filters" aria-label={words.discover.filters}>
          {filters.map((clause) => (
            <li key={clause}>
              <code>{clause}</code>
              <Button
                className="button small"
                aria-label={words.discover.removeFilter(clause)}
                onPress={() => change({ filters: without(filters, clause) })}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="found">
        <FieldList
          {...{ search, columns }}
          onColumn={toggleColumn}
          onFilter={(clause) => change({ filters: [...without(filters, clause), clause] })}
        />
        <section>
          <div className="above">
            <strong role="status">{first ? words.discover.total(first.total) : words.loading}</strong>
            {first && <NewRows kind={kind} readAt={found.dataUpdatedAt} onShow={() => void found.refetch()} />}
            <SavedViews search={search} />
            <Actions {...{ search, columns }} onChange={change} />
          </div>
          {first?.histogram && (
            <Histogram
              buckets={first.histogram.buckets}
              time={first.drawn}
              onRange={(from, to) => change({ range: undefined, from, to })}
            />
          )}
          {first?.total === 0 && <p className="quiet">{words.discover.nothing}</p>}
          {hits.length > 0 && <FoundTable {...{ hits, columns, search }} onChange={change} />}
          <MoreButton of={found} />
        </section>
      </div>
    </main>
  );
}

const without = (filters: readonly string[], clause: string): string[] => filters.filter((one) => one !== clause);
