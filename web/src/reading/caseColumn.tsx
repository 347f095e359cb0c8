import { Link } from '@tanstack/react-router';
import type { Column } from './DataTable.js';
import { words } from '../words/words.js';

/** The column of a table that leads to the case of each row. */
export const caseColumn: Column<{ session_id: string }> = {
  name: words.overview.cases,
  cell: ({ session_id }) => (
    <Link to="/cases/$session_id" params={{ session_id }}>
      {session_id.slice(0, 8)}
    </Link>
  ),
};
