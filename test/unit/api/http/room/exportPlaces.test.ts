import { describe, expect, it } from 'vitest';
import { createExportPlaces } from '../../../../../src/api/http/room/exportPlaces.js';

describe('the places of exports', () => {
  it('are so many for each tenant, whoever else has some, and are free again once given back', () => {
    const places = createExportPlaces({ all: 5, each: 2 });
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
    const places = createExportPlaces({ all: 2, each: 2 });
    places.take('acme');
    const giveBack = places.take('other');
    expect(() => places.take('third')).toThrow(
      expect.objectContaining({ status: 503, headers: { 'Retry-After': '30' } }) as Error,
    );
    giveBack();
    places.take('third');
  });
});
