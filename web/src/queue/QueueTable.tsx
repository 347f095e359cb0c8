import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ago, moment, readable, words } from '../words/words.js';
import type { Waiting } from './waiting.js';

/** The cases of a queue: each opens, and several are chosen to be assigned together. */
export function QueueTable({
  cases,
  chosen,
  onChoose,
}: {
  cases: readonly Waiting[];
  /** The cases that are chosen; undefined where nothing can be done with them. */
  chosen: ReadonlySet<string> | undefined;
  onChoose: (session_id: string) => void;
}): ReactElement {
  const { queue } = words;
  return (
    <table>
      <thead>
        <tr>
          {chosen && (
            <th scope="col">
              <span className="unseen">{queue.chosen}</span>
            </th>
          )}
          {[queue.reference, queue.goal, queue.why, queue.documents, queue.with, queue.since].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <Row key={one.session_id} one={one} isChosen={chosen?.has(one.session_id)} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  one,
  isChosen,
  onChoose,
}: {
  one: Waiting;
  isChosen: boolean | undefined;
  onChoose: (session_id: string) => void;
}): ReactElement {
  const { session_id, name, goal, assignee, since, document_types, tries, why } = one;
  return (
    <tr>
      {isChosen !== undefined && (
        <td>
          <input
            type="checkbox"
            aria-label={words.queue.choose(name)}
            checked={isChosen}
            onChange={() => onChoose(session_id)}
          />
        </td>
      )}
      <th scope="row">
        <Link to="/cases/$session_id" params={{ session_id }} data-case={session_id}>
          {name}
        </Link>
      </th>
      <td>{readable(goal)}</td>
      <td>
        {why.map(readable).join(', ')}
        {tries > 0 && <span className="badge">{words.queue.cameBack}</span>}
      </td>
      <td>{document_types.map(readable).join(', ')}</td>
      <td>{assignee}</td>
      <td>
        <time dateTime={since} title={moment(since)}>
          {ago(since)}
        </time>
      </td>
    </tr>
  );
}
