import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../i18n/labels.ts';
import type { Field } from '../../model/core/fields.ts';
import { getResource, isResourceName, type ResourceName } from '../../model/resources/registry.ts';
import { nameOf, namesQuery, recordQuery } from '../api/queries.ts';
import { useFormats, useLanguage, useWithUnit } from '../i18n/language.tsx';
import { Words } from '../ui/words.tsx';

/** A value of a field as people read it; nothing where there is none. */
export function FieldValue(props: Shown): ReactNode {
  const { field, value } = props;
  if (value === null || value === undefined) return null;
  const Shown = SHOWN[field.type];
  return <Shown {...props} />;
}

interface Shown {
  readonly field: Field;
  readonly value: unknown;
  /** The resource whose field it is: its words agree with it. */
  readonly resource?: string;
  /** The unit is written elsewhere, such as in the heading of a column. */
  readonly isUnitKnown?: true;
}

/** How the values of each type are shown; a type without an entry does not compile. */
const SHOWN: Readonly<Record<Field['type'], (props: Shown) => ReactNode>> = {
  text: TextValue,
  word: function WordValue({ value, resource }) {
    return <span dir="auto">{wordOf(useLanguage().wording.labels, String(value), resource)}</span>;
  },
  reference: ReferenceValue,
  number: NumberValue,
  integer: NumberValue,
  money: NumberValue,
  date: function DateValue({ value }) {
    return <time dateTime={String(value)}>{useFormats().day(String(value))}</time>;
  },
  timestamp: function TimestampValue({ value }) {
    return <time dateTime={String(value)}>{useFormats().instant(String(value))}</time>;
  },
  boolean: function BooleanValue({ value }) {
    return useLanguage().wording.labels.flags[value === true ? 'yes' : 'no'];
  },
  list: ({ value }) => <bdi>{Array.isArray(value) ? value.join(', ') : String(value)}</bdi>,
  json: ({ value }) =>
    isSource(value) ? <bdi>{value.document}</bdi> : <code dir="ltr">{JSON.stringify(value)}</code>,
};

/** Whether a value names the document that it was taken from; people read that alone. */
function isSource(value: unknown): value is { readonly document: string } {
  const { document } = Object(value) as { readonly document?: unknown };
  return typeof document === 'string';
}

function NumberValue({ field, value, isUnitKnown }: Shown) {
  const formats = useFormats();
  const withUnit = useWithUnit();
  const count = Number(value);
  const number = field.type === 'money' ? formats.amount(count) : formats.number(count, 4);
  if ('belowZero' in field && field.belowZero !== undefined && count < 0)
    return formats.daysBelowZero(count, field.belowZero);
  return <bdi>{withUnit(number, isUnitKnown ? undefined : field.unit, count)}</bdi>;
}

/** A text; where it is the id of a person, the person's name. */
function TextValue({ value }: Shown) {
  const text = String(value);
  const person = PEOPLE.find(({ prefix }) => text.startsWith(prefix));
  if (person) return <RecordName resource={person.resource} id={text} />;
  return (
    <span dir="auto">
      <Words>{text}</Words>
    </span>
  );
}

const PEOPLE = [
  { prefix: 'user_', resource: 'users' },
  { prefix: 'contact_', resource: 'contacts' },
] as const;

function ReferenceValue({ field, value }: Shown) {
  const resource = field.type === 'reference' ? field.to : '';
  if (!isResourceName(resource)) return <bdi>{String(value)}</bdi>;
  return (
    <Link to="/records/$resource/$id" params={{ resource, id: String(value) }}>
      <RecordName resource={resource} id={String(value)} />
    </Link>
  );
}

/** The name of a record; its id until the name is known. */
function RecordName(props: { readonly resource: ResourceName; readonly id: string }) {
  const { resource, id } = props;
  const { data: names } = useQuery(namesQuery(resource));
  const isKnown = names === undefined || names.has(id);
  // Of large resources the older records are not among the names.
  const one = useQuery({ ...recordQuery(resource, id), enabled: !isKnown, refetchInterval: false });
  const own = one.data && nameOf(getResource(resource), { ...one.data });
  return (
    <bdi>
      <Words>{names?.get(id) ?? own ?? id}</Words>
    </bdi>
  );
}
