// A lock between processes: a file that its holder keeps touching, so that one that was killed does not hold it for ever.
import { mkdirSync, openSync, closeSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOUCH_MS = 1000;
const ABANDONED_MS = 10_000;

/** Does `work` while no other process does its own under the same lock. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) await sleep(100);
  const touch = setInterval(() => utimesSync(file, new Date(), new Date()), TOUCH_MS);
  const release = () => rmSync(file, { force: true });
  const interrupted = () => process.exit(1);
  process.once('exit', release).once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    process.off('exit', release).off('SIGINT', interrupted).off('SIGTERM', interrupted);
    release();
  }
}

function take(file) {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (touched !== undefined && Date.now() - touched > ABANDONED_MS) removeAbandoned(file);
  return false;
}

// Renamed first: of two processes that find it abandoned, only one gets to remove it.
function removeAbandoned(file) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
