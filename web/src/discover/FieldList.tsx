import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import type { Schemas } from '../api/schemas.js';
import { percent, words } from '../words/words.js';
import { said } from '../words/said.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { clauseOf } from './searchBody.js';
import { useFields, useTopValues } from './useFound.js';

/** Height of a field that is not opened, in pixels: what is not seen is not drawn. */
const ROW_PX = 28;

/** What can be done with a field. */
interface FieldActions {
  search: DiscoverSearch;
  columns: readonly string[];
  onColumn: (field: string) => void;
  onFilter: (clause: string) => void;
}

/** The fields that things have: how often each is filled, its most frequent values, and one click to filter or to show it. */
export function FieldList(actions: FieldActions): ReactElement {
  const [part, setPart] = useState('');
  const { data = [], error } = useFields(actions.search.kind);
  const wanted = data.filter(({ name }) => name.includes(part.trim().toLowerCase()));
  return (
    <section className="fields" aria-label={words.discover.fields}>
      <input
        type="search"
        aria-label={words.discover.findField}
        placeholder={words.discover.findField}
        value={part}
        onChange={(event) => setPart(event.currentTarget.value)}
      />
      {error && <p role="alert">{said(error)}</p>}
      <p className="quiet">{words.discover.shown(wanted.length, data.length)}</p>
      <Fields fields={wanted} {...actions} />
    </section>
  );
}

/** The fields, of which those alone are drawn that are seen: with thousands it stays as quick. */
function Fields({
  fields,
  ...actions
}: FieldActions & { fields: readonly Schemas['SearchFieldView'][] }): ReactElement {
  const [opened, setOpened] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: fields.length,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => fields[index]?.name ?? index,
    overscan: 10,
  });
  return (
    <div ref={list} className="field-list">
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const { name, type, fill_rate } = fields[index]!;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              style={{ translate: `0 ${start}px` }}
              aria-setsize={fields.length}
              aria-posinset={index + 1}
            >
              <Button
                className="field"
                aria-expanded={opened === name}
                onPress={() => setOpened(opened === name ? undefined : name)}
              >
                <span>{name}</span> <span className="quiet">{`${type}, ${percent(fill_rate)}`}</span>
              </Button>
              {opened === name && <TopValues field={name} {...actions} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function TopValues({ field, search, columns, onColumn, onFilter }: FieldActions & { field: string }): ReactElement {
  const { data, error } = useTopValues(search, field);
  return (
    <div className="top-values">
      <Button className="button small" onPress={() => onColumn(field)}>
        {columns.includes(field) ? words.discover.hideColumn : words.discover.showColumn}
      </Button>
      {error && <p role="alert">{said(error)}</p>}
      {data?.facet && (
        <>
          <ul>
            {data.facet.values.map(({ value, count }) => (
              <li key={value}>
                <span>{value}</span> <span className="quiet">{count}</span>
                <Button
                  className="button small"
                  aria-label={words.discover.filterFor(field, value)}
                  onPress={() => onFilter(clauseOf(field, value))}
                >
                  +
                </Button>
                <Button
                  className="button small"
                  aria-label={words.discover.filterOut(field, value)}
                  onPress={() => onFilter(`not ${clauseOf(field, value)}`)}
                >
                  −
                </Button>
              </li>
            ))}
          </ul>
          <p className="quiet">{words.discover.without(data.facet.missing, data.total)}</p>
        </>
      )}
    </div>
  );
}
