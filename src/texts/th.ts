import type { Texts } from './en.ts';
import { units } from './th/units.ts';

/** Everything that people read, in Thai. */
export const th: Texts = {
  ...units,
};
