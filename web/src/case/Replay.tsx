import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FactList, type Fact } from '../reading/FactList.js';
import { cellText } from '../reading/values.js';
import { caseQuery } from '../review/useCase.js';
import { said } from '../words/said.js';
import { readable, words } from '../words/words.js';

/** So often is asked whether a replay is done. */
const ASK_EVERY_MS = 1_000;

/** Does a case again with what there is now, and shows what comes out otherwise. */
export function Replay({ session_id }: { session_id: string }): ReactElement {
  const [replay, setReplay] = useState<string>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () =>
      dataOf(await api.POST('/v1/cases/{session_id}/replay', { params: { path: { session_id } } })).session_id,
    onSuccess: setReplay,
  });
  return (
    <section>
      <h2>{words.file.replay}</h2>
      {replay === undefined ? (
        <Button className="button" isPending={isPending} onPress={() => mutate()}>
          {words.file.replayNow}
        </Button>
      ) : (
        <Replayed session_id={replay} />
      )}
      {error && <p role="alert">{said(error)}</p>}
    </section>
  );
}

function Replayed({ session_id }: { session_id: string }): ReactElement {
  const { data, error } = useQuery({
    ...caseQuery(session_id),
    refetchInterval: ({ state }) => (state.data?.theCase.result.comparison ? false : ASK_EVERY_MS),
  });
  const comparison = data?.theCase.result.comparison;
  return (
    <>
      {error && <p role="alert">{said(error)}</p>}
      {comparison ? <Compared comparison={comparison} /> : <p role="status">{words.file.replaying}</p>}
      <Link to="/cases/$session_id/file" params={{ session_id }}>
        {words.file.toReplay}
      </Link>
    </>
  );
}

/** What a replay led to beside what was before. */
export function Compared({ comparison }: { comparison: Schemas['ReplayComparisonView'] }): ReactElement {
  const { agent_version, documents, changed } = comparison;
  return (
    <>
      <p role="status">{words.file.differs(changed, agent_version.before, agent_version.after)}</p>
      {documents
        .filter((one) => one.changed)
        .map(({ doc_id, filename, fields, document_type }) => (
          <FactList
            key={doc_id}
            facts={[
              [filename, <FromTo before={readable(document_type.before)} after={readable(document_type.after)} />],
              ...Object.entries(fields).map(([field, { before, after }]): Fact => [
                readable(field),
                <FromTo before={cellText(before)} after={cellText(after)} />,
              ]),
            ]}
          />
        ))}
    </>
  );
}

const FromTo = ({ before, after }: { before: string; after: string }): ReactElement =>
  before === after ? (
    <>{after}</>
  ) : (
    <>
      <del>{before}</del> <ins>{after}</ins>
    </>
  );
