import { useState } from 'react';
import { Refused } from '../api/client.js';
import { refusedPlace, type Refusal } from './places.js';

/** What the service refused of a draft when it was saved last, and where in it that stands. */
export function useRefusal(draft: unknown): {
  refusal: Refusal | undefined;
  /** Hears of saving: with what it comes to, or fails with. */
  heard: <Saved>(saving: Promise<Saved>) => Promise<Saved>;
} {
  const [refusal, setRefusal] = useState<Refusal>();
  return {
    refusal,
    async heard(saving) {
      setRefusal(undefined);
      try {
        return await saving;
      } catch (error) {
        if (error instanceof Refused) {
          setRefusal({ message: error.message, place: refusedPlace(error.message, draft) });
        }
        throw error;
      }
    },
  };
}
