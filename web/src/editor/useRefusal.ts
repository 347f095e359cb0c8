import { useState } from 'react';
import { Refused } from '../api/client.js';
import { refusedPlace, stillRefused, valueAt, type Refusal } from './places.js';

/** What the service refused of a draft when it was saved last, and where in it that stands; nothing once something else stands there. */
export function useRefusal(draft: unknown): {
  refusal: Refusal | undefined;
  /** Hears of saving: with what it comes to, or fails with. */
  heard: <Saved>(saving: Promise<Saved>) => Promise<Saved>;
} {
  const [refusal, setRefusal] = useState<Refusal & { value: unknown }>();
  return {
    refusal: refusal && stillRefused(refusal, draft) ? refusal : undefined,
    async heard(saving) {
      setRefusal(undefined);
      try {
        return await saving;
      } catch (error) {
        // That it is another by now is said of no part of it.
        if (error instanceof Refused && error.status !== 412) {
          const place = refusedPlace(error.message, draft);
          setRefusal({ message: error.message, place, value: valueAt(draft, place) });
        }
        throw error;
      }
    },
  };
}
