import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { MoreButton } from '../reading/MoreButton.js';
import { useKeys } from '../keyboard/useKeys.js';
import { useDecisionState } from '../review/pendingDecision.js';
import { useMayWrite } from '../session/session.js';
import { readable, words } from '../words/words.js';
import { said } from '../words/said.js';
import { AssignDialog } from './AssignDialog.js';
import { QUEUE_FACETS, type QueueSearch } from './queueSearch.js';
import { QueueTable } from './QueueTable.js';
import { workOn } from './takeNext.js';
import { useQueue } from './useQueue.js';
import './queue.css';

const route = getRouteApi('/');

/** The cases that wait for a decision. */
export function QueuePage(): ReactElement {
  const search = route.useSearch();
  const queue = useQueue(search);
  const { data, error, isPending, failureCount } = queue;
  const mayWrite = useMayWrite();
  const decided = useDecided();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [assigns, setAssigns] = useState(false);
  useEffect(() => workOn(search), [search]);
  const cases = (data?.pages.flatMap((page) => page.cases) ?? []).filter(({ session_id }) => session_id !== decided);
  const ids = cases.map(({ session_id }) => session_id).filter((id) => chosen.has(id));
  const toggle = (id: string): void =>
    setChosen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  useKeys('queue', {
    nextCase: () => focusCase(1),
    previousCase: () => focusCase(-1),
    ...(mayWrite && {
      choose: () => withFocusedCase(toggle),
      assign: () => ids.length > 0 && setAssigns(true),
    }),
  });
  return (
    <main className="queue">
      <h1>{words.queue.title}</h1>
      <Narrowing search={search} facets={data?.pages[0]?.facets ?? {}} />
      {error && <p role="alert">{said(error)}</p>}
      {isPending && <p role="status">{failureCount > 0 ? words.unreachable : words.loading}</p>}
      {data && cases.length === 0 && (
        <p className="empty">
          <strong>{words.queue.empty}</strong> {words.queue.emptyHint}
        </p>
      )}
      {cases.length > 0 && (
        <p className="above">
          <span>{words.queue.shown(cases.length, Math.max(cases.length, data?.pages[0]?.total ?? 0))}</span>
          {ids.length > 0 && (
            <Button className="button small" onPress={() => setAssigns(true)}>
              {words.queue.assignTitle(ids.length)}
              <kbd>s</kbd>
            </Button>
          )}
        </p>
      )}
      {cases.length > 0 && <QueueTable cases={cases} chosen={mayWrite ? chosen : undefined} onChoose={toggle} />}
      <MoreButton of={queue} />
      {assigns && (
        <AssignDialog ids={ids} onDone={(failed) => setChosen(new Set(failed))} onClose={() => setAssigns(false)} />
      )}
    </main>
  );
}

/** The case that was decided a moment ago, which is on its way out of the queue. */
function useDecided(): string | undefined {
  const decision = useDecisionState();
  return decision.kind === 'waiting' || decision.kind === 'sending' ? decision.of.session_id : undefined;
}

/** Whose cases are shown, of which goal, for which reason, in which order. */
function Narrowing({
  search,
  facets,
}: {
  search: QueueSearch;
  facets: { [field: string]: { values: { value: string; count: number }[] } };
}): ReactElement {
  const navigate = route.useNavigate();
  const { who, ...rest } = search;
  const change = (changed: QueueSearch): void => void navigate({ search: { ...search, ...changed } });
  return (
    <div className="narrowing">
      <nav className="tabs" aria-label={words.queue.title}>
        {([undefined, 'free', 'mine'] as const).map((one) => (
          <Link
            key={one ?? 'all'}
            to="/"
            search={one ? { ...rest, who: one } : rest}
            activeOptions={{ exact: true }}
            aria-current={one === who ? 'page' : undefined}
          >
            {words.queue.whose[one ?? 'all']}
          </Link>
        ))}
      </nav>
      {(['goal', 'reason'] as const).map((name) => (
        <LabelledSelect
          key={name}
          id={`queue-${name}`}
          label={words.queue.by[name]}
          value={search[name] ?? ''}
          choices={[['', words.queue.any], ...choicesOf(search[name], facets[QUEUE_FACETS[name]]?.values ?? [])]}
          onChoose={(value) => change({ [name]: value === '' ? undefined : value })}
        />
      ))}
      <LabelledSelect
        id="queue-order"
        label={words.queue.order}
        value={search.order ?? 'oldest'}
        choices={[
          ['oldest', words.queue.orders.oldest],
          ['newest', words.queue.orders.newest],
        ]}
        onChoose={(order) => change({ order: order === 'newest' ? order : undefined })}
      />
    </div>
  );
}

/** The values there are, with how many cases have them; the one that is chosen is among them also where none has it any more. */
function choicesOf(
  now: string | undefined,
  values: readonly { value: string; count: number }[],
): [value: string, text: string][] {
  const gone = now !== undefined && !values.some(({ value }) => value === now) ? [{ value: now, count: 0 }] : [];
  return [...gone, ...values].map(({ value, count }) => [value, `${readable(value)} (${count})`]);
}

const caseLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.queue [data-case]')];

const focusedCase = (links: readonly HTMLElement[]): number => {
  const row = document.activeElement?.closest('tr');
  return row ? links.findIndex((link) => row.contains(link)) : -1;
};

/** Moves the focus to the next case, or to the one before. */
function focusCase(step: 1 | -1): void {
  const links = caseLinks();
  links[Math.min(links.length - 1, Math.max(0, focusedCase(links) + step))]?.focus();
}

function withFocusedCase(act: (session_id: string) => void): void {
  const links = caseLinks();
  const id = links[focusedCase(links)]?.dataset['case'];
  if (id !== undefined) act(id);
}
