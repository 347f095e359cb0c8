import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FactList, type Fact } from '../reading/FactList.js';
import { Loaded } from '../reading/Loaded.js';
import { CaseNotes } from '../review/CaseNotes.js';
import { FaceChecks } from '../review/FaceChecks.js';
import { CrossMatch, Reasons } from '../review/Findings.js';
import { WatchlistHits } from '../review/WatchlistHits.js';
import { useHistory } from '../review/useHistory.js';
import { useMayWrite } from '../session/session.js';
import { moment, readable, words } from '../words/words.js';
import { AsOfSlider } from './AsOfSlider.js';
import { Conversation } from './Conversation.js';
import { CustomerLinks } from './CustomerLinks.js';
import { FileDocuments } from './FileDocuments.js';
import { Compared, Replay } from './Replay.js';
import { Report } from './Report.js';
import { Timeline } from './Timeline.js';
import './caseFile.css';

const route = getRouteApi('/cases/$session_id/file');

/** Everything of one case on one page, as it is, or as it was at any moment. */
export function CaseFilePage(): ReactElement {
  const { session_id } = route.useParams();
  const { at } = route.useSearch();
  const navigate = route.useNavigate();
  const theCase = useCaseAt(session_id, at);
  const history = useHistory(session_id);
  return (
    <main className="screen case-file">
      <div className="row">
        <h1>{theCase.data?.client_reference_id ?? session_id}</h1>
        <Link to="/cases/$session_id" params={{ session_id }}>
          {words.file.toReview}
        </Link>
      </div>
      <Loaded of={history}>
        {(entries) => (
          <AsOfSlider
            key={at ?? 'now'}
            entries={entries.toReversed()}
            at={at}
            onChoose={(moment) => void navigate({ search: moment === undefined ? {} : { at: moment }, replace: true })}
          />
        )}
      </Loaded>
      <Loaded of={theCase}>{(shown) => <Contents theCase={shown} isNow={at === undefined} />}</Loaded>
      <section>
        <h2>{words.file.timeline}</h2>
        <Loaded of={history}>{(entries) => <Timeline entries={entries} />}</Loaded>
      </section>
    </main>
  );
}

const useCaseAt = (session_id: string, as_of: string | undefined) =>
  useQuery({
    queryKey: ['case', session_id, 'at', as_of],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { session_id }, query: { as_of } };
      return dataOf(await api.GET('/v1/cases/{session_id}', { params, signal }));
    },
  });

function Contents({ theCase, isNow }: { theCase: Schemas['CaseView']; isNow: boolean }): ReactElement {
  const { session_id, documents, result, notes, status } = theCase;
  const mayWrite = useMayWrite();
  return (
    <>
      <Standing theCase={theCase} />
      <Reasons reasons={result.reasons ?? []} />
      <FileDocuments {...{ session_id, documents }} />
      <FaceChecks {...{ session_id, result }} />
      <WatchlistHits {...{ theCase }} />
      {result.cross_match && <CrossMatch match={result.cross_match} />}
      {result.comparison && <Compared comparison={result.comparison} />}
      <CaseNotes notes={notes} />
      {isNow && status === 'collecting' && <CustomerLinks session_id={session_id} />}
      {isNow && <Conversation session_id={session_id} />}
      {isNow && status !== 'collecting' && <Report session_id={session_id} />}
      {isNow && mayWrite && status !== 'collecting' && <Replay session_id={session_id} />}
    </>
  );
}

/** Where a case stands, and who decided it. */
function Standing({ theCase }: { theCase: Schemas['CaseView'] }): ReactElement {
  const { status, goal, progress, result, assignee, language, created_at, updated_at, metadata } = theCase;
  const facts: Fact[] = [
    [words.file.status, readable(status)],
    [words.queue.goal, readable(goal)],
    [words.file.progress, `${progress.percent} % (${progress.collected.map(readable).join(', ')})`],
    [words.file.missing, progress.missing.map(readableEntry).join(', ')],
    [words.file.decision, result.decision && readable(result.decision)],
    [words.file.decidedBy, result.decided_by && [result.decision_actor, result.decided_by].filter(Boolean).join(', ')],
    [words.decide.reason, result.decision_reason],
    [words.file.decidedAt, result.decided_at && moment(result.decided_at)],
    [words.queue.with, assignee],
    [words.file.language, language],
    [words.file.opened, moment(created_at)],
    [words.file.touched, moment(updated_at)],
    ...Object.entries(metadata),
  ];
  return <FactList facts={facts} />;
}

/** What is missing, be it a side of a type: `identity_card:back`. */
const readableEntry = (entry: string): string => entry.split(':').map(readable).join(' – ');
