import { describe, expect, it } from 'vitest';
import {
  newSealingKey,
  openValue,
  SealBroken,
  SealingKeyMissing,
  sealValue,
} from '../../../../src/platform/sealing/sealValue.js';

const key = newSealingKey();

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

  it('does not open in another place', () => {
    expect(() => openValue(key, 'there', sealValue(key, 'here', 'x'))).toThrow(SealBroken);
  });

  it('names the key it was sealed under, and says so when that is not the one there is', () => {
    const sealed = sealValue(key, 'here', 'x');
    expect(Buffer.from(sealed, 'base64').toString('hex')).toContain(key.id);
    expect(() => openValue(newSealingKey(), 'here', sealed)).toThrow(SealingKeyMissing);
    expect(() => openValue(newSealingKey(), 'here', sealed)).toThrow(key.id);
  });

  it('does not open when any of its bytes was flipped, or some are missing', () => {
    const sealed = Buffer.from(sealValue(key, 'here', 'x'), 'base64');
    for (let at = 0; at < sealed.length; at++) {
      const flipped = Buffer.from(sealed);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      const ofTheKeyId = at >= 1 && at <= 8;
      expect(() => openValue(key, 'here', flipped.toString('base64'))).toThrow(
        ofTheKeyId ? SealingKeyMissing : SealBroken,
      );
      expect(() => openValue(key, 'here', sealed.subarray(0, at).toString('base64'))).toThrow(SealBroken);
    }
  });
});
