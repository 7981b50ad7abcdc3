import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callRoute } from './answers.ts';
import { periodicRefresh } from './queries.ts';

export type Insights = AnswerOf<'GET /insights'>;
export type SectionName = keyof Insights['sections'];

/** The data of a successfully computed section. */
export type SectionOf<S extends SectionName> = Exclude<
  Insights['sections'][S],
  { readonly error: unknown } | undefined
>;

/** The insights of a farm: all sections, or those in `include`. */
export const insightsQuery = (
  of: { readonly farmId: string; readonly include?: string },
  lang: string,
) =>
  queryOptions({
    queryKey: ['insights', of, lang],
    ...periodicRefresh,
    queryFn: ({ signal }) => callRoute('GET /insights', { query: { ...of, lang }, signal }),
  });

/** A section of the insights; undefined where it could not be computed. */
export function findSection<S extends SectionName>(
  insights: Insights | undefined,
  name: S,
): SectionOf<S> | undefined {
  const section = insights?.sections[name];
  return section === undefined || 'error' in section ? undefined : (section as SectionOf<S>);
}
