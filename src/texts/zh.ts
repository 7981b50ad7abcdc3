import type { Texts } from './en.ts';
import { units } from './zh/units.ts';

/** Everything that people read, in Chinese. */
export const zh: Texts = {
  ...units,
};
