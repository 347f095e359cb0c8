import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { ClosableDialog } from '../dialogs/ClosableDialog.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { words } from '../words/words.js';
import { WIDTHS, type DiscoverSearch, type Width } from './discoverSearch.js';

/** Puts the columns in order, makes them narrow or wide, and takes them away. */
export function ColumnsDialog({
  columns,
  widths = {},
  onChange,
  onClose,
}: {
  columns: readonly string[];
  widths: DiscoverSearch['widths'];
  onChange: (changed: Pick<DiscoverSearch, 'columns' | 'widths'>) => void;
  onClose: () => void;
}): ReactElement {
  const move = (from: number, to: number): void => {
    const moved = columns[from];
    if (moved === undefined || to < 0 || to >= columns.length) return;
    onChange({ columns: columns.toSpliced(from, 1).toSpliced(to, 0, moved) });
  };
  const widen = (field: string, width: Width | 'auto'): void => {
    const { [field]: _, ...others } = widths;
    onChange({ widths: width === 'auto' ? others : { ...others, [field]: width } });
  };
  return (
    <ClosableDialog title={words.discover.columns} onClose={onClose}>
      <ol className="columns-list">
        {columns.map((field, index) => (
          <li key={field}>
            <code>{field}</code>
            <LabelledSelect
              id={`width-${field}`}
              label={words.discover.width}
              value={widths[field] ?? 'auto'}
              choices={(['auto', ...WIDTHS] as const).map((one) => [one, words.discover.widths[one]])}
              onChoose={(width) => widen(field, width)}
            />
            <Button
              className="button small"
              isDisabled={index === 0}
              aria-label={words.discover.moveBefore(field)}
              onPress={() => move(index, index - 1)}
            >
              ↑
            </Button>
            <Button
              className="button small"
              isDisabled={index === columns.length - 1}
              aria-label={words.discover.moveAfter(field)}
              onPress={() => move(index, index + 1)}
            >
              ↓
            </Button>
            <Button
              className="button small"
              isDisabled={columns.length === 1}
              aria-label={words.discover.takeAway(field)}
              onPress={() => onChange({ columns: columns.filter((one) => one !== field) })}
            >
              ×
            </Button>
          </li>
        ))}
      </ol>
    </ClosableDialog>
  );
}
