import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import type { Schemas } from '../api/schemas.js';
import { readable, words } from '../words/words.js';

/** Why a case waits, in sentences. */
export function Reasons({ reasons }: { reasons: readonly Schemas['CaseReasonView'][] }): ReactElement | null {
  if (reasons.length === 0) return null;
  return (
    <section className="reasons">
      <h2>{words.review.reasons}</h2>
      <ul>
        {reasons.map(({ code, detail, effect, field, doc_id, seen_in = [] }) => (
          <li key={[code, detail, field, doc_id].join()} className={effect === 'note' ? 'quiet' : 'bad'}>
            <strong>{readable(code)}</strong> {detail}
            {seen_in.length > 0 && <SeenIn ids={seen_in} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The earlier cases in which the same document or person was seen. */
function SeenIn({ ids }: { ids: readonly string[] }): ReactElement {
  return (
    <ul className="seen-in" aria-label={words.review.seenIn}>
      {ids.map((session_id) => (
        <li key={session_id}>
          <Link to="/cases/$session_id" params={{ session_id }}>
            {words.review.earlier(session_id.slice(0, 8))}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What the checks of a document found: what speaks against it first, what passed as a number. */
export function Checks({
  checks,
  lit,
  onLight,
}: {
  checks: readonly Schemas['DocumentCheckView'][];
  lit: string | undefined;
  onLight: (name: string | undefined, page?: number) => void;
}): ReactElement | null {
  const found = checks
    .map((check, index) => ({ check, name: `check:${index}` }))
    .filter(({ check }) => check.status === 'failed' || check.status === 'warned')
    .sort((one, other) => WEIGHTS.indexOf(other.check.weight) - WEIGHTS.indexOf(one.check.weight));
  const passed = checks.filter(({ status }) => status === 'passed').length;
  if (checks.length === 0) return null;
  return (
    <section className="checks">
      <h2>{words.review.checks}</h2>
      <ul>
        {found.map(({ check: { code, detail, weight, status, values, page, box }, name }) => (
          <li
            key={name}
            className={`${status === 'failed' ? 'bad' : 'doubt'}${lit === name ? ' lit' : ''}`}
            onMouseEnter={() => onLight(name)}
            onMouseLeave={() => onLight(undefined)}
          >
            <strong>{readable(code)}</strong> <span className="quiet">{weight}</span> {detail}
            {values.length > 0 && <code>{values.join(' ≠ ')}</code>}
            {page !== null && box && (
              <Button className="button small" onPress={() => onLight(name, page)}>
                {words.review.showOnPage}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {passed > 0 && <p className="quiet">{words.review.passed(passed)}</p>}
    </section>
  );
}

const WEIGHTS: readonly string[] = ['info', 'weak', 'moderate', 'strong'];

/** Which values of the documents agree, field by field. */
export function CrossMatch({ match }: { match: Schemas['CrossMatchView'] }): ReactElement | null {
  const fields = Object.entries(match.fields);
  if (fields.length === 0) return null;
  return (
    <table className="cross-match">
      <caption>{words.review.crossMatch}</caption>
      <tbody>
        {fields.map(([field, { agreed, values }]) => (
          <tr key={field} className={agreed ? 'good' : 'bad'}>
            <th scope="row">{readable(field)}</th>
            <td>{agreed ? `✓ ${words.review.agreed}` : `✗ ${words.review.disagrees}`}</td>
            <td>
              <ul>
                {values.map(({ doc_id, document_type, value }) => (
                  <li key={doc_id}>
                    {value} <span className="quiet">{readable(document_type)}</span>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
