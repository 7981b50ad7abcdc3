import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../i18n/labels.ts';
import type { Field } from '../../model/core/fields.ts';
import { isResourceName } from '../../model/resources/registry.ts';
import { useFormats, useLanguage, useWithUnit } from '../i18n/language.tsx';
import { JsonValue } from './json-value.tsx';
import { PersonName, RecordName } from './record-name.tsx';
import { type Priced, useCurrency } from './use-currency.ts';

/** Displays a value of a field; empty without a value. */
export function FieldValue(props: Shown): ReactNode {
  const { field, value } = props;
  if (value === null || value === undefined) return null;
  const Shown = RENDERERS[field.type];
  return <Shown {...props} />;
}

interface Shown {
  readonly field: Field;
  readonly value: unknown;
  /** The resource of the field, for grammatical agreement of words. */
  readonly resource?: string;
  /** The unit is displayed elsewhere, such as in the column heading. */
  readonly isUnitKnown?: true;
  /** The record of the value, for the currency of amounts. */
  readonly row?: Priced | undefined;
}

/** Renderers of the values of each type; a missing type fails to compile. */
const RENDERERS: Readonly<Record<Field['type'], (props: Shown) => ReactNode>> = {
  text: TextValue,
  word: function WordValue({ value, resource }) {
    return <span dir="auto">{wordOf(useLanguage().wording.labels, String(value), resource)}</span>;
  },
  reference: ReferenceValue,
  number: NumberValue,
  integer: NumberValue,
  money: MoneyValue,
  date: function DateValue({ value }) {
    return <time dateTime={String(value)}>{useFormats().day(String(value))}</time>;
  },
  timestamp: function TimestampValue({ value }) {
    return <time dateTime={String(value)}>{useFormats().instant(String(value))}</time>;
  },
  boolean: function BooleanValue({ value }) {
    return useLanguage().wording.labels.flags[value === true ? 'yes' : 'no'];
  },
  list: ListValue,
  json: JsonValue,
};

function NumberValue({ field, value, isUnitKnown }: Shown) {
  const formats = useFormats();
  const withUnit = useWithUnit();
  const count = Number(value);
  const number = formats.number(count, 4);
  if ('belowZero' in field && field.belowZero !== undefined && count < 0)
    return formats.daysBelowZero(count, field.belowZero);
  return <bdi>{withUnit(number, isUnitKnown ? undefined : field.unit, count)}</bdi>;
}

function MoneyValue({ value, row }: Shown) {
  const currency = useCurrency(row);
  return <bdi>{useFormats().amount(Number(value), currency)}</bdi>;
}

/** The entries of a list; display names where the service defines them. */
function ListValue({ field, value, resource }: Shown) {
  const { labels } = useLanguage().wording;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words: readonly string[] = ('words' in field && field.words) || [];
  const shown = entries.map((entry) => {
    const text = String(entry);
    return words.includes(text) ? wordOf(labels, text, resource) : text;
  });
  return <bdi>{shown.join(', ')}</bdi>;
}

function TextValue({ value }: Shown) {
  return <PersonName>{String(value)}</PersonName>;
}

function ReferenceValue({ field, value }: Shown) {
  const resource = field.type === 'reference' ? field.to : '';
  if (!isResourceName(resource)) return <bdi>{String(value)}</bdi>;
  return (
    <Link to="/records/$resource/$id" params={{ resource, id: String(value) }}>
      <RecordName resource={resource} id={String(value)} />
    </Link>
  );
}
