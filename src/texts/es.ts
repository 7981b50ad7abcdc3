import type { Texts } from './en.ts';
import { units } from './es/units.ts';

/** Everything that people read, in Spanish. */
export const es: Texts = {
  ...units,
};
