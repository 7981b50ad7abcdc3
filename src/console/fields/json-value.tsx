import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasLabel, labelOf, wordOf } from '../../i18n/labels.ts';
import { getResource } from '../../model/resources/registry.ts';
import { capitalised } from '../i18n/heading.ts';
import { useFormats, useLanguage, useWithUnit } from '../i18n/language.tsx';
import { Words } from '../ui/words.tsx';
import classes from './json-value.module.css';
import { RecordName } from './record-name.tsx';
import { entriesOf, isSource, resourceOfId, type StoredEntry, unitOfKey } from './stored-values.ts';

/** Values nested deeper are displayed as stored. */
const DEEPEST = 4;

/** An object or a list in a record as values with labels. */
export function JsonValue(props: {
  readonly value: unknown;
  /** The key of the value in its parent object. */
  readonly of?: string;
  readonly depth?: number;
}): ReactNode {
  const { value, of = '', depth = 0 } = props;
  if (typeof value !== 'object' || value === null) return <PlainValue value={value} of={of} />;
  if (isSource(value)) return <bdi>{value.document}</bdi>;
  if (depth === DEEPEST) return <code dir="ltr">{JSON.stringify(value)}</code>;
  if (!Array.isArray(value)) return <Entries of={entriesOf(value)} depth={depth} />;
  return (
    <ul className={classes['values']}>
      {value.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values have no other key
        <li key={index}>
          <JsonValue value={one} of={of} depth={depth + 1} />
        </li>
      ))}
    </ul>
  );
}

function Entries(props: { readonly of: readonly StoredEntry[]; readonly depth: number }) {
  const labelOfEntry = useEntryLabel();
  return (
    <dl className={classes['entries']}>
      {props.of.map(([key, value]) => (
        <div key={key}>
          <dt>{labelOfEntry(key, value)}</dt>
          <dd>
            <JsonValue value={value} of={key} depth={props.depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The label of a key: that of the field of the same name, the record, or the word. */
function useEntryLabel(): (key: string, value: unknown) => string {
  const { labels } = useLanguage().wording;
  return (key, value) => {
    if (hasLabel(labels, key)) return labelOf(labels, key);
    const resource = typeof value === 'string' ? resourceOfId(value) : undefined;
    if (resource) return capitalised(labels.singulars[resource]);
    return Object.hasOwn(labels.words, key)
      ? capitalised(wordOf(labels, key))
      : labelOf(labels, key);
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
/** Keys with free texts, which are not words of the service. */
const PROSE: ReadonlySet<string> = new Set(['title', 'text', 'message', 'name', 'notes']);

function PlainValue({ value, of }: { readonly value: unknown; readonly of: string }) {
  const { labels } = useLanguage().wording;
  const formats = useFormats();
  const withUnit = useWithUnit();
  if (typeof value === 'number') {
    return <bdi>{withUnit(formats.number(value, 4), unitOfKey(of), value)}</bdi>;
  }
  if (typeof value === 'boolean') return labels.flags[value ? 'yes' : 'no'];
  if (typeof value !== 'string') return '—';
  if (INSTANT.test(value)) return <time dateTime={value}>{formats.instant(value)}</time>;
  if (DAY.test(value)) return <time dateTime={value}>{formats.day(value)}</time>;
  const resource = resourceOfId(value);
  if (resource && !getResource(resource).readOnly) {
    return (
      <Link to="/records/$resource/$id" params={{ resource, id: value }}>
        <RecordName resource={resource} id={value} />
      </Link>
    );
  }
  if (of === 'metric') return labelOf(labels, value);
  return (
    <span dir="auto">
      <Words>{PROSE.has(of) ? value : wordOf(labels, value)}</Words>
    </span>
  );
}
