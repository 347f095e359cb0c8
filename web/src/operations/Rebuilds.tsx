import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { whileUsed } from '../session/whileUsed.js';
import { ago, moment, percent, readable, words } from '../words/words.js';
import { placeOf, RebuildProgress } from './RebuildProgress.js';
import './rebuilds.css';

/** So often it is asked how far they are. */
const ASK_EVERY_MS = 5_000;

/** Every version of a read model that is being built, how far it is, and when it comes to an end or what it stands at. */
export function Rebuilds(): ReactElement {
  const readModels = useQuery({
    queryKey: ['read models'],
    refetchInterval: whileUsed(ASK_EVERY_MS),
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/operations/read-models', { signal })),
  });
  return (
    <section>
      <h2>{words.operations.rebuilds}</h2>
      <Loaded of={readModels}>
        {(all) => (
          <>
            <DataTable
              caption={words.operations.rebuilds}
              empty={words.operations.noRebuilds}
              stacks
              rows={all.flatMap((of) => of.builds.map((build) => ({ of, build })))}
              keyOf={({ of, build }) => `${of.name} ${build.version} ${build.why}`}
              columns={[
                { name: words.operations.readModel, cell: ({ of }) => readable(of.name) },
                {
                  name: words.operations.served,
                  cell: ({ of }) => <Whole>{words.operations.version(of.served_version)}</Whole>,
                },
                { name: words.operations.built, cell: ({ build }) => <Whole>{whatIsBuilt(build)}</Whole> },
                {
                  name: words.operations.howFar,
                  cell: ({ of, build }) => <RebuildProgress name={readable(of.name)} head={of.head} build={build} />,
                },
                {
                  name: words.operations.since,
                  cell: ({ build }) => (build.begun_at === null ? '–' : ago(build.begun_at)),
                },
                { name: words.operations.end, cell: ({ build }) => howItEnds(build) },
              ]}
            />
            <AllReadModels all={all} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Where columns are narrow it is scrolled to rather than broken between letters; on a phone it has the whole width. */
const Whole = ({ children }: { children: string }): ReactElement => <span className="whole">{children}</span>;

const whatIsBuilt = ({ version, why }: Schemas['ReadModelBuildView']): string =>
  `${words.operations.version(version)}, ${words.operations.why[why]}`;

function howItEnds({
  state,
  done,
  error,
  moved_at,
  expected_end,
}: Schemas['ReadModelBuildView']): ReactElement | string {
  if (state === 'stopped') return <span className="bad">{words.operations.stopped(error ?? '')}</span>;
  if (state === 'left') return <span className="bad">{words.operations.left(moment(moved_at))}</span>;
  if (done >= 1) return words.operations.madeReady;
  return expected_end === null ? words.operations.endUnknown : words.operations.endsAt(moment(expected_end));
}

/** What of each is served, and up to where it has come. */
function AllReadModels({ all }: { all: readonly Schemas['ReadModelView'][] }): ReactElement {
  return (
    <details>
      <summary>{words.operations.allReadModels}</summary>
      <DataTable
        caption={words.operations.allReadModels}
        empty=""
        stacks
        rows={all}
        keyOf={({ name }) => name}
        columns={[
          {
            name: words.operations.readModel,
            cell: ({ name, kept_in }) => `${readable(name)}, ${words.operations.keptIn[kept_in]}`,
          },
          { name: words.operations.served, cell: ({ served_version }) => words.operations.version(served_version) },
          {
            name: words.operations.at,
            cell: ({ position, head, error }) =>
              error === null ? (
                words.operations.ofTheLog(percent(doneOf(position, head)), placeOf(position), placeOf(head))
              ) : (
                <span className="bad">{words.operations.stopped(error)}</span>
              ),
          },
        ]}
      />
    </details>
  );
}

const doneOf = (position: number | null, head: number | null): number =>
  head === null || (position ?? -1) >= head ? 1 : (position ?? 0) / head;
