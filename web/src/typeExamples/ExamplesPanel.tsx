import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { ActButton } from '../actions/ActButton.js';
import { api } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { FactList } from '../reading/FactList.js';
import { Loaded } from '../reading/Loaded.js';
import { cellText } from '../reading/values.js';
import { useMayWrite } from '../session/session.js';
import { moment, readable, words } from '../words/words.js';
import { KeepExample } from './KeepExample.js';
import { examplesKey, useExamples } from './useExamples.js';

const route = getRouteApi('/types/$context_id');

/** The examples of a type: what is expected of each, and the way to keep one and to delete one. */
export function ExamplesPanel({ type }: { type: Schemas['DocumentTypeView'] }): ReactElement {
  const { context_id } = type;
  const { keep = false } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMayWrite();
  const examples = useExamples(context_id);
  return (
    <section className="editor">
      <div>
        <h2>{words.typeExamples.title}</h2>
        <p className="quiet">{words.typeExamples.hint}</p>
      </div>
      <Loaded of={examples}>
        {(rows) => (
          <DataTable
            caption={words.typeExamples.title}
            empty={mayWrite ? words.typeExamples.none : words.typeExamples.noneReader}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: words.typeExamples.name, cell: nameOf },
              { name: words.typeExamples.expected, cell: ({ expected }) => <Expected expected={expected} /> },
              { name: words.typeExamples.kept, cell: ({ created_at }) => moment(created_at) },
              ...(mayWrite ? [{ name: words.operations.decide, cell: deleteButton }] : []),
            ]}
          />
        )}
      </Loaded>
      {mayWrite && (
        <Button
          className="button"
          aria-expanded={keep}
          onPress={() => void navigate({ search: keep ? {} : { keep: true }, replace: true })}
        >
          {words.typeExamples.keep}
        </Button>
      )}
      {mayWrite && keep && <KeepExample type={type} />}
    </section>
  );
}

const nameOf = ({ name }: Schemas['TypeExampleView']): string => name ?? words.typeExamples.nameless;

function Expected({ expected }: Pick<Schemas['TypeExampleView'], 'expected'>): ReactElement {
  const fields = Object.entries(expected);
  if (fields.length === 0) return <>{words.typeExamples.nothingExpected}</>;
  return (
    <FactList
      facts={fields.map(([field, value]) => [
        readable(field),
        value === null ? words.typeExamples.nothing : cellText(value),
      ])}
    />
  );
}

const deleteButton = (example: Schemas['TypeExampleView']): ReactElement => {
  const { context_id, id: example_id } = example;
  const params = { path: { context_id, example_id } };
  return (
    <ActButton
      label={words.typeExamples.removeOf(nameOf(example))}
      refreshes={[examplesKey(context_id)]}
      act={() => api.DELETE('/v1/document-types/{context_id}/examples/{example_id}', { params })}
    >
      {words.typeExamples.remove}
    </ActButton>
  );
};
