import { languages } from '../../model/core/message.ts';

type Key = readonly unknown[];
type Options = { readonly queryKey?: Key; readonly placeholderData?: unknown };

/**
 * Displayed data is kept until newer data arrives: another page, period or language of the same
 * subject. Data of another farm, barn, flock or record is never shown under the name of this one.
 */
export function cacheShownData(client: { defaultQueryOptions: unknown }): void {
  const complete = (client.defaultQueryOptions as (options: Options) => Options).bind(client);
  client.defaultQueryOptions = (options: Options): Options => {
    const { queryKey = [], placeholderData = storedDataOf(queryKey), ...rest } = complete(options);
    return { ...rest, queryKey, placeholderData };
  };
}

function storedDataOf(key: Key) {
  return (shown: unknown, of?: { readonly queryKey: Key }) =>
    of && subjectOf(of.queryKey) === subjectOf(key) ? shown : undefined;
}

/** The subject of a query key: its words and ids, without language, numbers and other filters. */
function subjectOf(key: Key): string {
  return JSON.stringify(
    key.map((part) => {
      if (typeof part === 'object' && part !== null)
        return Object.entries(part).filter(([name]) => name === 'include' || name.endsWith('Id'));
      return typeof part === 'string' && !isLanguage(part) ? part : null;
    }),
  );
}

function isLanguage(text: string): boolean {
  return (languages as readonly string[]).includes(text);
}
