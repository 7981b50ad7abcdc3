import { useQuery } from '@tanstack/react-query';
import { IntlMessageFormat } from 'intl-messageformat';
import type english from '../../i18n/en/errors.json';
import { labelOf, latestDay, rangeWords } from '../../i18n/labels.ts';
import { FarmError, type Issue } from '../../model/core/errors.ts';
import type { Language } from '../../model/core/message.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { Wording } from '../i18n/texts.ts';
import { Unreachable } from './http.ts';

type Texts = Readonly<Record<keyof typeof english, string>>;

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import('../../i18n/en/errors.json'),
  he: () => import('../../i18n/he/errors.json'),
  th: () => import('../../i18n/th/errors.json'),
  es: () => import('../../i18n/es/errors.json'),
  zh: () => import('../../i18n/zh/errors.json'),
};

/** Describes errors of the service in one language. */
export interface ErrorTexts {
  /** A sentence about an error: the reason of a rejection where it is known. */
  ofError(error: unknown): string;
  /** A sentence about one issue, chosen by its code; the English message is not used. */
  ofIssue(issue: SomeIssue): string;
}

/** An issue of a record, or of a row of an import. */
interface SomeIssue extends Pick<Issue, 'path' | 'suggestion' | 'range' | 'reason'> {
  readonly code: string;
}

/** Loads the texts of errors in the language of a wording. */
export async function loadErrorTexts(wording: Wording): Promise<ErrorTexts> {
  const { default: texts } = await LOADERS[wording.language]();
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    Object.hasOwn(texts, key)
      ? String(
          new IntlMessageFormat(texts[key as keyof Texts], wording.language, undefined, {
            ignoreTag: true,
          }).format({ ...values }),
        )
      : undefined;
  const ofIssue: ErrorTexts['ofIssue'] = ({ path, code, suggestion, range, reason }) => {
    const { field: named = '', ...given } = reason?.params ?? {};
    const own = t(reason?.text ?? '', { ...given, field: labelOf(wording.labels, named) });
    if (own !== undefined) return own;
    const field = labelOf(wording.labels, path.replace(/^body\./, ''));
    const latest = latestDay({ code, range });
    if (latest !== undefined) {
      const day = new Date(latest).toLocaleDateString(wording.language, {
        dateStyle: 'medium',
        timeZone: 'UTC',
      });
      return t('issue.tooLate', { field, day }) ?? field;
    }
    const sentence = t(`issue.${code}`, { field }) ?? field;
    const words = rangeWords({ code, range }, wording.language, wording.labels);
    const limits = words === undefined ? undefined : t('issue.range', { ...words });
    const hint = suggestion === undefined ? undefined : t('issue.suggestion', { suggestion });
    return [sentence, limits, hint].filter((part) => part !== undefined).join(' ');
  };
  return {
    ofIssue,
    ofError(error) {
      if (error instanceof Unreachable) return wording.text('error.unreachable');
      if (!(error instanceof FarmError)) return String(error);
      const [issue, second] = error.issues ?? [];
      // A code that differs from that of the issue is a separate reason.
      const isReason = error.code !== undefined && error.code !== issue?.code;
      if (issue && !second && !isReason) return ofIssue(issue);
      const refusal = isReason ? t(`refusal.${error.code}`) : undefined;
      const count = error.issues?.length ?? 0;
      return refusal ?? t(`error.${error.slug}`, { count }) ?? error.message;
    },
  };
}

/** The texts of errors in the language of the console; undefined until they are loaded. */
export function useErrorTexts(): ErrorTexts | undefined {
  const { wording } = useLanguage();
  const { data } = useQuery({
    queryKey: ['error-texts', wording.language],
    queryFn: () => loadErrorTexts(wording),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  return data;
}
