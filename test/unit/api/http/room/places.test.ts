import { describe, expect, it } from 'vitest';
import { createPlaces } from '../../../../../src/api/http/room/places.js';

describe('the places of what takes long', () => {
  it('are so many for each tenant, whoever else has some, and are free again once given back', () => {
    const places = createPlaces('exports', { all: 5, each: 2 });
    const [first] = [places.take('acme'), places.take('acme')];
    expect(() => places.take('acme')).toThrow(
      expect.objectContaining({
        status: 429,
        detail: 'More than 2 exports of yours would be under way at once; wait until one has ended',
        headers: { 'Retry-After': '30' },
      }) as Error,
    );
    places.take('other');
    first();
    first();
    places.take('acme');
    expect(() => places.take('acme')).toThrow(expect.objectContaining({ status: 429 }) as Error);
  });

  it('are no more than a process has', () => {
    const places = createPlaces('exports', { all: 2, each: 2 });
    places.take('acme');
    const giveBack = places.take('other');
    expect(() => places.take('third')).toThrow(
      expect.objectContaining({
        status: 503,
        detail: 'The service has no room for more exports now',
        headers: { 'Retry-After': '30' },
      }) as Error,
    );
    giveBack();
    places.take('third');
  });

  it('are had while something is made, and free again also where that fails', async () => {
    const places = createPlaces('exports', { all: 1, each: 1 });
    const made = places.during('acme', () => Promise.reject(new Error('cannot be made')));
    await expect(places.during('acme', () => expect.unreachable())).rejects.toMatchObject({ status: 429 });
    await expect(made).rejects.toThrow('cannot be made');
    expect(await places.during('acme', () => Promise.resolve('made'))).toBe('made');
  });
});
