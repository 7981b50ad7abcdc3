import { queryOptions, useQuery } from '@tanstack/react-query';
import type english from '../../i18n/en/page-labels.json';
import type { Language } from '../../model/core/message.ts';
import { useLanguage } from './language.tsx';

type Texts = Readonly<Record<keyof typeof english, string>>;

/** The name of a heading or word shared with the pages of the command line, without `page.`. */
export type PageLabel = keyof typeof english extends infer K
  ? K extends `page.${infer Name}`
    ? Name
    : never
  : never;

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import('../../i18n/en/page-labels.json'),
  he: () => import('../../i18n/he/page-labels.json'),
  th: () => import('../../i18n/th/page-labels.json'),
  es: () => import('../../i18n/es/page-labels.json'),
  zh: () => import('../../i18n/zh/page-labels.json'),
};

/** The headings and words for figures in a language. */
export function pageLabelsQuery(language: Language) {
  return queryOptions({
    queryKey: ['page-labels', language],
    queryFn: async () => (await LOADERS[language]()).default,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
}

/** Names of figures in the language of the console; screens load `pageLabelsQuery` first. */
export function usePageLabels(): (name: PageLabel) => string {
  const { data } = useQuery(pageLabelsQuery(useLanguage().wording.language));
  return (name) => data?.[`page.${name}`] ?? '';
}
