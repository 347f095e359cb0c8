import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button, Form } from 'react-aria-components';
import { api, dataOf, Refused } from '../api/client.js';
import { Timeline } from '../case/Timeline.js';
import { saveAs } from '../api/saveAs.js';
import { isoOf, localOf } from '../forms/localTime.js';
import { submitted } from '../forms/submitted.js';
import { Loaded } from '../reading/Loaded.js';
import { MoreButton } from '../reading/MoreButton.js';
import { usePages } from '../reading/usePages.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import type { AuditSearch } from './auditSearch.js';

const route = getRouteApi('/audit');

const PER_PAGE = 50;

/** Who did what, when and to what, newest first; each entry with what it changed, and its proof. */
export function AuditPage(): ReactElement {
  const search = route.useSearch();
  const entries = useEntries(search);
  const save = useMutation({
    mutationFn: () => {
      const params = { query: { ...search, format: 'jsonl' as const } };
      return saveAs('audit.jsonl', api.GET('/v1/audit', { params, parseAs: 'blob' }).then(dataOf<Blob>));
    },
  });
  return (
    <main className="screen case-file">
      <h1>{words.audit.title}</h1>
      <Narrowing key={JSON.stringify(search)} search={search} />
      <div className="row">
        <Button className="button small" isPending={save.isPending} onPress={() => save.mutate()}>
          {words.discover.exportAs.jsonl}
        </Button>
        {save.error && <span role="alert">{said(save.error)}</span>}
      </div>
      <Loaded of={entries}>
        {(rows) => (rows.length === 0 ? <p className="quiet">{words.audit.empty}</p> : <Timeline entries={rows} />)}
      </Loaded>
      <MoreButton of={entries} />
    </main>
  );
}

const useEntries = (search: AuditSearch) =>
  usePages(['audit', search], async (cursor, signal) => {
    const params = { query: { ...search, limit: PER_PAGE, cursor } };
    const answer = await api.GET('/v1/audit', { params, signal });
    const rows = dataOf(answer);
    if (!Array.isArray(rows)) throw new Refused(502, 'The answer is no list');
    return { ...answer, rows };
  });

function Narrowing({ search }: { search: AuditSearch }): ReactElement {
  const navigate = route.useNavigate();
  return (
    <Form
      className="row"
      onSubmit={(event) => {
        const given = submitted(event);
        const texts = { actor: given('actor'), action: given('action'), aggregate: given('aggregate') };
        const times = { from: isoOf(given('from')), to: isoOf(given('to')) };
        const filled = Object.entries({ ...texts, ...times }).filter(
          ([, value]) => value !== undefined && value !== '',
        );
        void navigate({ search: Object.fromEntries(filled) });
      }}
    >
      {(['actor', 'action', 'aggregate'] as const).map((name) => (
        <div key={name} className="labelled">
          <label htmlFor={name}>{words.audit[name]}</label>
          <input id={name} name={name} defaultValue={search[name]} placeholder={words.audit.examples[name]} />
        </div>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="labelled">
          <label htmlFor={name}>{words.discover[name]}</label>
          <input id={name} name={name} type="datetime-local" defaultValue={localOf(search[name])} />
        </div>
      ))}
      <Button type="submit" className="button primary">
        {words.audit.show}
      </Button>
    </Form>
  );
}
