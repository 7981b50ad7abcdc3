import { wordOf } from '../../i18n/labels.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { useFormats, useLanguage } from '../i18n/language.tsx';

type AnyRow = Readonly<Record<string, unknown>>;

/** Writes the display name of a record: its title, or its day, time or kind, or else its id. */
export function useRecordTitle(): (resource: ResourceDefinition, row: AnyRow) => string {
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  return (resource, row) => {
    const naming = resource.label.find((name) => row[name] !== null && row[name] !== '');
    if (naming === undefined) return String(row['id']);
    const value = String(row[naming]);
    switch (resource.fields[naming]?.type) {
      case 'date':
        return formats.day(value);
      case 'timestamp':
        return formats.instant(value);
      case 'word':
        return wordOf(labels, value, resource.name);
      default:
        return value;
    }
  };
}
