import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api, dataOf } from '../api/client.js';
import { Loaded } from '../reading/Loaded.js';
import { moment, words } from '../words/words.js';

/** What was said in a case: read, never written, since who writes here is the customer. */
export function Conversation({ session_id }: { session_id: string }): ReactElement {
  const messages = useQuery({
    queryKey: ['messages', session_id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/cases/{session_id}/messages', { params: { path: { session_id } }, signal })),
  });
  return (
    <section>
      <h2>{words.file.messages}</h2>
      <Loaded of={messages}>
        {(list) =>
          list.length === 0 ? (
            <p className="quiet">{words.file.noMessages}</p>
          ) : (
            <ol className="conversation">
              {list.map(({ id, role, content, attachments, created_at }) => (
                <li key={id} className={role}>
                  <span className="quiet">{`${words.file.roles[role]}, ${moment(created_at)}`}</span>
                  <p>{content}</p>
                  {attachments.map(({ doc_id, filename }) => (
                    <span key={doc_id} className="badge">
                      {filename}
                    </span>
                  ))}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}
