import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { duration, percent, signed, words } from '../words/words.js';
import { casesBehind, type Behind } from './casesBehind.js';
import { OUTCOMES } from './DayBars.js';

/** The figures of a period: how many, what became of them, how long it took; each beside the period before, each with the cases behind it. */
export function Figures({ data, behind }: { data: Schemas['DecisionsView']; behind: Behind }): ReactElement {
  const { cases, rates, compared, time_to_decision_ms: time } = data;
  const before = compared && { total: cases.total - compared.cases.total, ...compared.change };
  return (
    <dl className="figures">
      <div>
        <dt>{words.overview.opened}</dt>
        <dd>
          <Link to="/discover" search={casesBehind(behind)}>
            {cases.total}
          </Link>
          {before && <span className="quiet">{signed(before.total)}</span>}
        </dd>
      </div>
      {OUTCOMES.map((outcome) => (
        <div key={outcome} className={`outcome-${outcome}`}>
          <dt>{words.overview.outcomes[outcome]}</dt>
          <dd>
            <Link to="/discover" search={casesBehind(behind, `status: ${outcome}`)}>
              {percent(rates[outcome])}
            </Link>
            {before && <span className="quiet">{words.overview.points(signed(before[outcome] * 100))}</span>}
          </dd>
        </div>
      ))}
      <div>
        <dt>{words.overview.byPerson}</dt>
        <dd>
          <Link to="/discover" search={casesBehind(behind, 'result.decided_by: *')}>
            {percent(rates.by_person)}
          </Link>
          {before && <span className="quiet">{words.overview.points(signed(before.by_person * 100))}</span>}
        </dd>
      </div>
      <div>
        <dt>{words.overview.time}</dt>
        <dd>
          {time.count === 0 ? '–' : duration(time.p50)}
          {time.count > 0 && <span className="quiet">{words.overview.slowest(duration(time.p95))}</span>}
        </dd>
      </div>
    </dl>
  );
}
