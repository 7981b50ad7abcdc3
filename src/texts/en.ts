import { units } from './en/units.ts';

/** Everything that people read, in English; its keys are those of every language. */
export const en = {
  ...units,
} as const;

export type TextKey = keyof typeof en;

/** All texts of a language, in the ICU message syntax. */
export type Texts = Readonly<Record<TextKey, string>>;
