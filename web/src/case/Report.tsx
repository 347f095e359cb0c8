import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api, dataOf, Refused } from '../api/client.js';
import { saveAs } from '../api/saveAs.js';
import { cellText, filledFields } from '../reading/values.js';
import { FactList } from '../reading/FactList.js';
import { Loaded } from '../reading/Loaded.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';

/** The report of a case that has ended: what is in it, and the file for the records. */
export function Report({ session_id }: { session_id: string }): ReactElement {
  const [shows, setShows] = useState(false);
  const save = useMutation({
    mutationFn: (format: 'pdf' | 'json') => {
      const params = { path: { session_id }, query: { format } };
      const answer = api.GET('/v1/cases/{session_id}/report', { params, parseAs: 'blob' });
      return saveAs(`report_${session_id}.${format}`, answer.then(dataOf<Blob>));
    },
  });
  return (
    <section>
      <h2>{words.file.report}</h2>
      <div className="row">
        {(['pdf', 'json'] as const).map((format) => (
          <Button key={format} className="button" isPending={save.isPending} onPress={() => save.mutate(format)}>
            {words.file.formats[format]}
          </Button>
        ))}
        <Button className="button" aria-expanded={shows} onPress={() => setShows(!shows)}>
          {words.file.preview}
        </Button>
      </div>
      {save.error && <p role="alert">{said(save.error)}</p>}
      {shows && <Preview session_id={session_id} />}
    </section>
  );
}

function Preview({ session_id }: { session_id: string }): ReactElement {
  const report = useQuery({
    queryKey: ['report', session_id],
    queryFn: async ({ signal }) => {
      const params = { path: { session_id }, query: { format: 'json' as const } };
      const report = dataOf(await api.GET('/v1/cases/{session_id}/report', { params, signal }));
      if (!('decision' in report)) throw new Refused(502, 'The answer is no report');
      return report;
    },
  });
  return (
    <Loaded of={report}>
      {({ generated_at, case: theCase, agent, decision, integrity }) => (
        <FactList
          facts={filledFields({ generated_at, case: theCase, agent, decision, integrity }).map(([path, value]) => [
            path,
            cellText(value),
          ])}
        />
      )}
    </Loaded>
  );
}
