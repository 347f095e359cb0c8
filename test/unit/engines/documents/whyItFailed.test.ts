import { describe, expect, it } from 'vitest';
import { createCeilings } from '../../../../src/engines/documents/ceilings.js';
import { EngineUnavailable } from '../../../../src/engines/documents/documentEngine.js';
import { EngineProcessDied } from '../../../../src/engines/documents/process/engineProcessDied.js';
import { whyItFailed } from '../../../../src/engines/documents/whyItFailed.js';

const worked = () => ({ ceilings: createCeilings(), bytes: new Uint8Array(1), work: () => 'read it' });

describe('a file whose process died', () => {
  it('is to blame for the time that it took, and is known when it takes it again', () => {
    const on = worked();
    for (let time = 0; time < 2; time++) expect(whyItFailed(new EngineProcessDied('timed_out'), on)).toBe('timed_out');
    expect(on.ceilings.hitBy(on.bytes, on.work)).toBe('timed_out');
  });

  it('is not to blame where the machine had no time for it: it can be tried again, and so it is the next time', () => {
    const on = worked();
    for (let time = 0; time < 9; time++)
      expect(() => whyItFailed(new EngineProcessDied('starved'), on)).toThrow(EngineUnavailable);
    expect(on.ceilings.hitBy(on.bytes, on.work)).toBeUndefined();
  });

  it('is to blame where its reader stands still each time, so that it is not tried for ever', () => {
    const on = worked();
    for (let time = 0; time < 4; time++)
      expect(() => whyItFailed(new EngineProcessDied('stood_still'), on)).toThrow(EngineUnavailable);
    expect(on.ceilings.hitBy(on.bytes, on.work)).toBe('stood_still');
  });

  it('is not to blame where the service stops, nor for what is no death of a process', () => {
    expect(() => whyItFailed(new EngineProcessDied('closed'), worked())).toThrow(EngineUnavailable);
    expect(() => whyItFailed(new TypeError('no'), worked())).toThrow(TypeError);
  });
});
