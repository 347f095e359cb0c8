import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api } from '../api/client.js';
import { reviewerName, useMayWrite } from '../session/session.js';
import { readable, words } from '../words/words.js';
import { said } from '../words/said.js';
import { readAgain, type SeenCase } from './useCase.js';

/** Which case it is, and with whom. */
export function ReviewHead({ theCase }: Pick<SeenCase, 'theCase'>): ReactElement {
  const mayWrite = useMayWrite();
  const { session_id, client_reference_id, goal, assignee } = theCase;
  const assign = useMutation({
    mutationFn: async () => {
      await api.POST('/v1/cases/{session_id}/assign', {
        params: { path: { session_id } },
        body: { assignee: reviewerName() },
      });
      await readAgain(session_id);
    },
  });
  return (
    <div className="head">
      <Link to="/">{words.review.back}</Link>
      <h1>{client_reference_id ?? session_id}</h1>
      <span className="quiet">{readable(goal)}</span>
      {assignee !== null && <span>{words.review.assignee(assignee)}</span>}
      {mayWrite && assignee !== reviewerName() && (
        <Button className="button small" onPress={() => assign.mutate()} isPending={assign.isPending}>
          {words.review.assignToMe}
        </Button>
      )}
      {assign.error && <span role="alert">{said(assign.error)}</span>}
      <Link to="/cases/$session_id/file" params={{ session_id }}>
        {words.review.caseFile}
      </Link>
    </div>
  );
}
