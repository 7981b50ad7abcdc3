import type { Phrase } from '../lexicon.ts';

/** Pronouns that are written together with an order. */
export const CLITICS = ['me', 'le', 'lo', 'la', 'les', 'nos', 'melo', 'selo'] as const;

/** A verb as it orders: to tú or vos, to usted, and as it stands in a dictionary. */
export interface OrderVerb {
  /** Tú and vos; without accents they are written alike: `anota`. Several where they differ: `pide`, `pedi`. */
  readonly you: readonly string[];
  /** Usted: `anote`. */
  readonly formal: string;
  readonly infinitive: string;
}

/** A verb in -ar of which only the stem is needed, with the stem before e where it is spelled otherwise. */
export function arVerb(stem: string, beforeE: string = stem): OrderVerb {
  return { you: [`${stem}a`], formal: `${beforeE}e`, infinitive: `${stem}ar` };
}

/** The forms of a verb that order, without pronouns; also that of "necesito que anotes". */
export function orderForms({ you, formal, infinitive }: OrderVerb): readonly Phrase[] {
  return [...you, formal, `${formal}s`, infinitive];
}

/** The ways to order with a verb, with and without the pronouns that are written together with it. */
export function imperatives(verb: OrderVerb): readonly Phrase[] {
  return orderForms(verb).flatMap((form) => [form, ...CLITICS.map((clitic) => `${form}${clitic}`)]);
}
