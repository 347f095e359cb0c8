import type { DragEvent, ReactElement } from 'react';
import { words } from '../words/words.js';
import './filePicker.css';

/** Takes files: chosen, or dragged here. */
export function FilePicker({
  id,
  label,
  accept = 'image/*,application/pdf',
  multiple = false,
  isHandedOn = false,
  onFiles,
}: {
  id: string;
  label: string;
  accept?: string;
  multiple?: boolean;
  /** Whether a file is gone on with at once: none stays named here, and the same can be chosen again. */
  isHandedOn?: boolean;
  onFiles: (files: File[]) => void;
}): ReactElement {
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <div className="file-picker labelled" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        {...{ accept, multiple }}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          if (isHandedOn) event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <span className="quiet">{words.files.drag}</span>
    </div>
  );
}
