import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import type { Schemas } from '../api/schemas.js';
import { FactList } from '../reading/FactList.js';
import { cellText } from '../reading/values.js';
import { said } from '../words/said.js';
import { moment, words } from '../words/words.js';
import { proveEntry, type Proven } from './proveEntry.js';

type Entry = Schemas['AuditEntryView'];

/** What was done, newest first: in words, with what each changed, and the proof that it is in the log. */
export function Timeline({ entries }: { entries: readonly Entry[] }): ReactElement {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.event_id}>
          <p>
            <time dateTime={entry.at} className="quiet">
              {moment(entry.at)}
            </time>{' '}
            {entry.words}
          </p>
          <Changes changes={entry.changes} />
          <Proof entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ changes }: Pick<Entry, 'changes'>): ReactElement | null {
  const changed = Object.entries(changes ?? {});
  if (changed.length === 0) return null;
  return (
    <details>
      <summary>{words.file.changes(changed.length)}</summary>
      <FactList
        facts={changed.map(([field, { from, to }]) => [
          field,
          <>
            {from !== null && <del>{cellText(from)}</del>} <ins>{cellText(to)}</ins>
          </>,
        ])}
      />
    </details>
  );
}

/** Proves that an entry is in the log, here and now. */
export function Proof({ entry }: { entry: Entry }): ReactElement {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => proveEntry(entry) });
  if (data) {
    return (
      <p role="status" className={data.kind === 'refuted' ? 'bad' : data.kind === 'proven' ? 'good' : undefined}>
        {wordsOf(data)}
      </p>
    );
  }
  return (
    <>
      <Button className="button small" isPending={isPending} onPress={() => mutate()}>
        {words.file.prove}
      </Button>
      {error && <p role="alert">{said(error)}</p>}
    </>
  );
}

function wordsOf(proven: Proven): string {
  if (proven.kind === 'proven') return words.file.proven(proven.tree_size);
  return proven.kind === 'cannot' ? words.file.cannotProve : words.file.refuted[proven.why];
}
