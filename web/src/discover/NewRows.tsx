import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { useNewRows } from '../live/newRows.js';
import { words } from '../words/words.js';
import type { Kind } from './kinds.js';

/** How much has changed since the rows were read, which stay until somebody asks for it. @param readAt when (milliseconds since 1970) */
export function NewRows({
  kind,
  readAt,
  onShow,
}: {
  kind: Kind;
  readAt: number;
  onShow: () => void;
}): ReactElement | undefined {
  const count = useNewRows(kind, readAt);
  if (count === 0) return undefined;
  return (
    <Button className="button small" onPress={onShow}>
      {words.discover.changed(count)}
    </Button>
  );
}
