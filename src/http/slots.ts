import { FarmError } from '../model/errors.ts';

/** Slots of something that only a few may do at once. */
export interface Slots {
  /** Throws when there is none for the key, or none at all. */
  require(keyId: string): void;
  /** Takes a slot, as `require` allows; the function that is returned gives it back. */
  take(keyId: string): () => void;
}

/** How many slots there are, and what they are for, as in "4 uploads". */
export interface SlotLimits {
  readonly what: string;
  readonly total: number;
  /** Less than the total, so that one key cannot keep all others out. */
  readonly perKey: number;
  /** When a refused caller should try again; 5 unless told. */
  readonly retrySeconds?: number;
}

/** Creates slots; a key that takes too many is refused before all of them are taken. */
export function createSlots({ what, total, perKey, retrySeconds = 5 }: SlotLimits): Slots {
  const headers = { 'retry-after': `${retrySeconds}` };
  const ofKeys = new Map<string, number>();
  let taken = 0;
  const check = (keyId: string) => {
    if ((ofKeys.get(keyId) ?? 0) >= perKey) {
      throw new FarmError('rate_limited', {
        code: 'too_many_at_once',
        message: `The key has ${perKey} ${what} under way; wait for one of them to end.`,
        headers,
      });
    }
    if (taken < total) return;
    throw new FarmError('unavailable', {
      code: 'overloaded',
      message: `More than ${total} ${what} are under way; try again later.`,
      headers,
    });
  };
  return {
    require: check,
    take(keyId) {
      check(keyId);
      taken += 1;
      ofKeys.set(keyId, (ofKeys.get(keyId) ?? 0) + 1);
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        taken -= 1;
        const left = (ofKeys.get(keyId) ?? 1) - 1;
        if (left > 0) ofKeys.set(keyId, left);
        else ofKeys.delete(keyId);
      };
    },
  };
}
