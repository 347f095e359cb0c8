import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { clauseOf } from '../discover/searchBody.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { DataTable } from '../reading/DataTable.js';
import { Loaded } from '../reading/Loaded.js';
import { duration, percent, readable, words } from '../words/words.js';
import { casesBehind, documentsCorrected, type Behind } from './casesBehind.js';
import { DayBars, OUTCOMES } from './DayBars.js';
import { Drifts } from './Drifts.js';
import { Figures } from './Figures.js';
import { PERIODS, type OverviewSearch } from './overviewSearch.js';
import { useDecisions } from './useDecisions.js';
import './overview.css';

const route = getRouteApi('/overview');

/** One array each time: another would be drawn anew. */
const NO_GROUPS: Schemas['GroupView'][] = [];

/** How cases turn out: figures of a period beside the one before, by day, agent and type; why they wait; what people correct. Every figure leads to what it counts. */
export function OverviewPage(): ReactElement {
  const search = route.useSearch();
  const { days = 30, ...narrowed } = search;
  const byDay = useDecisions(search, 'day');
  return (
    <main className="screen overview">
      <h1>{words.overview.title}</h1>
      <Narrowing search={search} />
      <Loaded of={byDay}>
        {(data) => {
          const behind: Behind = { first: data.first, last: data.last, narrowed };
          return (
            <>
              <Figures {...{ data, behind }} />
              <DayBars groups={data.groups ?? NO_GROUPS} {...{ behind, days }} />
              <div className="columns">
                <Reasons {...{ data, behind }} />
                <Fields {...{ data, behind }} />
              </div>
              <Groups search={search} of={search.goal === undefined ? 'goal' : 'version'} behind={behind} />
              <Groups search={search} of="document_type" behind={behind} />
              <Drifts search={search} />
            </>
          );
        }}
      </Loaded>
    </main>
  );
}

function Narrowing({ search }: { search: OverviewSearch }): ReactElement {
  const navigate = route.useNavigate();
  const { days = 30 } = search;
  return (
    <div className="row">
      <LabelledSelect
        id="period"
        label={words.overview.period}
        value={`${days}`}
        choices={PERIODS.map((one) => [`${one}`, words.overview.days(one)])}
        onChoose={(chosen) =>
          void navigate({ search: { ...search, days: PERIODS.find((one) => `${one}` === chosen) } })
        }
      />
      {(['goal', 'document_type'] as const).map(
        (name) =>
          search[name] !== undefined && (
            <Link key={name} to="/overview" search={{ ...search, [name]: undefined }} className="badge">
              {`${readable(search[name])} ×`}
            </Link>
          ),
      )}
    </div>
  );
}

interface PartProps {
  data: Schemas['DecisionsView'];
  behind: Behind;
}

function Reasons({ data, behind }: PartProps): ReactElement {
  return (
    <section>
      <h2>{words.overview.reasons}</h2>
      <DataTable
        caption={words.overview.reasons}
        empty={words.overview.noReasons}
        rows={data.reasons}
        keyOf={({ code }) => code}
        columns={[
          {
            name: words.decide.reason,
            cell: ({ code }) => (
              <Link to="/discover" search={casesBehind(behind, clauseOf('result.reasons.code', code))}>
                {readable(code)}
              </Link>
            ),
          },
          { name: words.overview.cases, cell: ({ cases }) => cases, isNumber: true },
          { name: words.overview.share, cell: ({ rate }) => percent(rate), isNumber: true },
        ]}
      />
    </section>
  );
}

function Fields({ data, behind }: PartProps): ReactElement {
  return (
    <section>
      <h2>{words.overview.fields}</h2>
      <DataTable
        caption={words.overview.fields}
        empty={words.overview.noFields}
        rows={data.fields.filter(({ corrected }) => corrected > 0).slice(0, 20)}
        keyOf={({ document_type, field }) => `${document_type} ${field}`}
        columns={[
          {
            name: words.review.field,
            cell: (one) => (
              <Link to="/discover" search={documentsCorrected(behind, one)}>
                {`${readable(one.document_type)}: ${readable(one.field)}`}
              </Link>
            ),
          },
          { name: words.overview.corrected, cell: ({ corrected }) => corrected, isNumber: true },
          {
            name: words.overview.unsure,
            cell: ({ below_confidence_rate }) => percent(below_confidence_rate),
            isNumber: true,
          },
        ]}
      />
    </section>
  );
}

function Groups({
  search,
  of,
  behind,
}: {
  search: OverviewSearch;
  of: 'goal' | 'version' | 'document_type';
  behind: Behind;
}): ReactElement {
  const groups = useDecisions(search, of);
  const fieldOf = { goal: 'goal', version: 'agent.version', document_type: 'document_types' } as const;
  return (
    <section>
      <h2>{words.overview.by[of]}</h2>
      <Loaded of={groups}>
        {(data) => (
          <DataTable
            caption={words.overview.by[of]}
            empty={words.overview.noCases}
            rows={data.groups ?? []}
            keyOf={({ value }) => value}
            columns={[
              {
                name: words.overview.by[of],
                cell: ({ value }) =>
                  of === 'version' ? (
                    value
                  ) : (
                    <Link to="/overview" search={{ ...search, [of]: value }}>
                      {readable(value)}
                    </Link>
                  ),
              },
              {
                name: words.overview.cases,
                isNumber: true,
                cell: ({ value, cases }) => (
                  <Link to="/discover" search={casesBehind(behind, clauseOf(fieldOf[of], value))}>
                    {cases.total}
                  </Link>
                ),
              },
              ...OUTCOMES.map((outcome) => ({
                name: words.overview.outcomes[outcome],
                isNumber: true,
                cell: ({ rates }: Schemas['GroupView']) => percent(rates[outcome]),
              })),
              {
                name: words.overview.time,
                isNumber: true,
                cell: ({ time_to_decision_ms: { count, p50 } }) => (count === 0 ? '–' : duration(p50)),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
