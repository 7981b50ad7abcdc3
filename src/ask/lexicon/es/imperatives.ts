import type { Phrase } from '../lexicon.ts';

const CLITICS = ['', 'me', 'le', 'lo', 'la', 'les', 'nos', 'melo', 'selo'];

/** A verb as it orders: to tú or vos, to usted, and as it stands in a dictionary. */
export interface OrderVerb {
  /** Tú and vos; without accents they are written alike: `anota`. Several where they differ: `pide`, `pedi`. */
  readonly you: readonly string[];
  /** Usted and ustedes: `anote`. */
  readonly formal: string;
  readonly infinitive: string;
}

/** A verb in -ar of which only the stem is needed, with the stem before e where it is spelled otherwise. */
export function arVerb(stem: string, beforeE: string = stem): OrderVerb {
  return { you: [`${stem}a`], formal: `${beforeE}e`, infinitive: `${stem}ar` };
}

/** The ways to order with a verb, with and without the pronouns that are written together with it. */
export function imperatives({ you, formal, infinitive }: OrderVerb): readonly Phrase[] {
  // "necesito que anotes".
  const bases = [...you, formal, `${formal}s`, infinitive];
  return bases.flatMap((base) => CLITICS.map((clitic) => `${base}${clitic}`));
}
