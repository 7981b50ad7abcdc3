import type { Texts } from './en.ts';
import { units } from './he/units.ts';

/** Everything that people read, in Hebrew. */
export const he: Texts = {
  ...units,
};
