import type { ReactElement } from 'react';
import type { Facing } from './camera/openCamera.js';

/** A button that has the browser choose a file, or take a picture with its own camera. */
export function Take({
  text,
  camera,
  onFile,
}: {
  text: string;
  camera?: Facing;
  onFile: (file: File | undefined) => Promise<void>;
}): ReactElement {
  return (
    <label className={`button${camera ? ' primary' : ''}`}>
      {text}
      <input
        type="file"
        accept={camera ? 'image/*' : 'image/*,application/pdf'}
        {...(camera && { capture: camera })}
        onChange={(event) => void onFile(event.currentTarget.files?.[0])}
      />
    </label>
  );
}
