import type { QueryKey } from '@tanstack/react-query';
import { ActButton } from '../actions/ActButton.js';
import type { Column } from '../reading/DataTable.js';
import { moment, readable, words } from '../words/words.js';

/** Something that was sent to somebody else's address. */
interface Sent {
  delivery_id: string;
  queued_at: string;
  status: string;
  attempts: readonly { response_status?: number | null; error?: string | null }[];
}

/** What is shown of everything that was sent: since when, where it stands, what was answered, and the way to send it again. */
export const sentColumns = <Row extends Sent>({
  maySendAgain,
  sendAgain,
  refreshes,
}: {
  maySendAgain: (row: Row) => boolean;
  sendAgain: (delivery_id: string) => Promise<unknown>;
  refreshes: readonly QueryKey[];
}): Column<Row>[] => [
  { name: words.operations.since, cell: ({ queued_at }) => moment(queued_at) },
  { name: words.file.status, cell: ({ status }) => readable(status) },
  {
    name: words.operations.attempts,
    cell: ({ attempts }) => attempts.map(({ response_status, error }) => response_status ?? error ?? '').join(', '),
  },
  {
    name: words.operations.decide,
    cell: (row) =>
      maySendAgain(row) && (
        <ActButton refreshes={refreshes} act={() => sendAgain(row.delivery_id)}>
          {words.operations.resend}
        </ActButton>
      ),
  },
];
