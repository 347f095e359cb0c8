import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SealBroken, openValue, sealValue } from '../../../../src/platform/sealing/sealValue.js';

const key = randomBytes(32);

describe('a sealed value', () => {
  it.each([null, 0, 'ERIKSSON', '', [1, 'zwei', null], { name: 'Ærik', nested: { ok: true } }])(
    'opens to %j',
    (value) => {
      expect(openValue(key, 'here', sealValue(key, 'here', value))).toEqual(value);
    },
  );

  it('shows nothing of its content, and differs each time', () => {
    const [one, two] = [sealValue(key, 'here', 'ERIKSSON'), sealValue(key, 'here', 'ERIKSSON')];
    expect(Buffer.from(one, 'base64').includes('ERIKSSON')).toBe(false);
    expect(one).not.toBe(two);
  });

  it('does not open under another key or in another place', () => {
    const sealed = sealValue(key, 'here', 'x');
    expect(() => openValue(randomBytes(32), 'here', sealed)).toThrow(SealBroken);
    expect(() => openValue(key, 'there', sealed)).toThrow(SealBroken);
  });

  it('does not open when any of its bytes was flipped, or some are missing', () => {
    const sealed = Buffer.from(sealValue(key, 'here', 'x'), 'base64');
    for (let at = 0; at < sealed.length; at++) {
      const flipped = Buffer.from(sealed);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      expect(() => openValue(key, 'here', flipped.toString('base64'))).toThrow(SealBroken);
      expect(() => openValue(key, 'here', sealed.subarray(0, at).toString('base64'))).toThrow(SealBroken);
    }
  });
});
