import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { languages } from '../../model/core/message.ts';

type Options = { readonly queryKey?: QueryKey; readonly placeholderData?: unknown };

/**
 * What is shown stays until newer data has come: another page, period or language of the same. Data of
 * another farm, barn, flock or record is never shown under the name of this one.
 */
export function keepShownData(client: QueryClient): void {
  const complete = client.defaultQueryOptions.bind(client) as (options: Options) => Options;
  const completeKept = (options: Options): Options => {
    const { queryKey = [], placeholderData = keptOf(queryKey), ...rest } = complete(options);
    return { ...rest, queryKey, placeholderData };
  };
  client.defaultQueryOptions = completeKept as typeof client.defaultQueryOptions;
}

function keptOf(key: QueryKey) {
  return (shown: unknown, of?: Query) =>
    of && subjectOf(of.queryKey) === subjectOf(key) ? shown : undefined;
}

/** What a key of a query is about: its words and ids, without language, numbers and other filters. */
function subjectOf(key: QueryKey): string {
  return JSON.stringify(
    key.flatMap((part) => {
      if (typeof part === 'object' && part !== null)
        return Object.entries(part).filter(([name]) => name === 'include' || name.endsWith('Id'));
      return typeof part === 'string' && !isLanguage(part) ? [part] : [];
    }),
  );
}

function isLanguage(text: string): boolean {
  return (languages as readonly string[]).includes(text);
}
