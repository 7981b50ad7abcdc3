import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { namesQuery } from '../api/queries.ts';
import { useFormats, useText, useWithUnit } from '../i18n/language.tsx';
import { CardTable } from './card-table.tsx';
import { preserveFarm, useFarm } from './farm.tsx';
import { type Certainty, useMarked } from './figures.tsx';
import classes from './number-table.module.css';
import { Empty } from './page.tsx';
import { SeverityMark } from './severity-mark.tsx';

/** The format of a value; a currency applies to amounts. */
export type Form =
  | 'text'
  | 'flock'
  | 'barn'
  | 'day'
  | 'number'
  | 'percent'
  | 'change'
  | 'g'
  | 'kg'
  | 'days'
  /** Days until a day; in words after it has passed. */
  | 'daysLeft'
  | '°C'
  | { readonly money: string }
  | { readonly price: string };

type Known = string | number | null | undefined;

/** A column: its heading, the value of a row, and its format. */
export type Column<R> = readonly [
  heading: string,
  form: Form,
  of: (row: R) => Known,
  /** Whether the value is not reliable, or its certainty. */
  doubt?: (row: R) => Doubt | null | undefined,
];

type Doubt = boolean | Certainty;

/** Values of some rows side by side; columns without known values are left out. */
export function NumberTable<R>(props: {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  readonly keyOf: (row: R, index: number) => string;
  /** Number of rows displayed initially; a button displays all. */
  readonly first?: number;
  /** Content displayed without rows. */
  readonly children?: ReactNode;
}): ReactNode {
  const { keyOf, first = Number.POSITIVE_INFINITY } = props;
  const text = useText();
  const [isWhole, setIsWhole] = useState(false);
  const rows = isWhole ? props.rows : props.rows.slice(0, first);
  const hidden = props.rows.length - rows.length;
  if (rows.length === 0) return <Empty>{props.children}</Empty>;
  const columns = props.columns.filter(
    ([, , of], index) => index === 0 || rows.some((row) => (of(row) ?? '') !== ''),
  );
  const isAnyDoubtful = rows.some((row) =>
    columns.some(([, , of, doubt]) => (of(row) ?? null) !== null && doubt?.(row) === true),
  );
  return (
    <>
      <CardTable
        label={props.label}
        rows={rows}
        keyOf={keyOf}
        columns={columns.map(([heading, form, of, doubt], index) => ({
          heading,
          isNumber: index > 0 && !TEXTS.includes(form),
          of: (row: R) => <Figure form={form} value={of(row)} doubt={doubt?.(row) ?? false} />,
        }))}
      />
      {hidden > 0 && (
        <Button variant="default" mt="xs" onClick={() => setIsWhole(true)}>
          {text('today.moreActions', { count: hidden })}
        </Button>
      )}
      {isAnyDoubtful && (
        <p className={classes['note']}>
          <SeverityMark severity="warning" isShort /> {text('sections.doubtful')}
        </p>
      )}
    </>
  );
}

/** Non-numeric formats. */
const TEXTS: readonly Form[] = ['text', 'flock', 'barn'];

function Figure(props: { readonly form: Form; readonly value: Known; readonly doubt: Doubt }) {
  const { form, value, doubt } = props;
  if (typeof doubt === 'string') return <FigureValue form={form} value={value} certainty={doubt} />;
  if (!doubt || (value ?? null) === null) return <FigureValue form={form} value={value} />;
  return (
    <span className={classes['value']}>
      <SeverityMark severity="warning" isShort /> <FigureValue form={form} value={value} />
    </span>
  );
}

/** A formatted value: unknown where it is null, empty where it is blank. */
export function FigureValue(props: {
  readonly form: Form;
  readonly value: Known;
  readonly certainty?: Certainty;
}) {
  const { form, value, certainty = 'exact' } = props;
  const text = useText();
  const marked = useMarked();
  const write = useFigure();
  if (value === null || value === undefined) return <em>{text('unknown')}</em>;
  if (value === '') return null;
  if (form === 'flock') return <NameLink to="flocks" id={String(value)} />;
  if (form === 'barn') return <NameLink to="barns" id={String(value)} />;
  if (form === 'text') return <span dir="auto">{value}</span>;
  return (
    <bdi className={classes['value']} data-day={form === 'day' || undefined}>
      {marked(write(form, value), certainty)}
    </bdi>
  );
}

/** Formats of numbers with this unit. */
const UNITS: readonly string[] = ['g', 'kg', 'days', '°C'];

/** Formats values other than names. */
function useFigure(): (form: Form, value: string | number) => string {
  const formats = useFormats();
  const withUnit = useWithUnit();
  const plain = (form: Form, value: number) => {
    if (form === 'percent') return formats.percent(value);
    if (form === 'daysLeft' && value < 0) return formats.daysBelowZero(value, 'passed');
    return form === 'change' ? formats.change(value) : formats.number(value);
  };
  return (form, value) => {
    if (typeof value === 'string') return form === 'day' ? formats.day(value) : value;
    if (typeof form === 'string')
      return UNITS.includes(form)
        ? withUnit(formats.measure(value), form, value)
        : plain(form, value);
    return 'money' in form ? formats.money(value, form.money) : formats.price(value, form.price);
  };
}

/** The name of a flock or barn of the farm, linked to its screen. */
function NameLink({ to, id }: { readonly to: 'flocks' | 'barns'; readonly id: string }) {
  const farm = useFarm();
  const { data: names, isPending } = useQuery(namesQuery(to, { farmId: farm?.id }));
  return (
    <Link
      to={to === 'flocks' ? '/flocks/$id' : '/barns/$id'}
      params={{ id }}
      search={preserveFarm}
      className={`${classes['value']} ${classes['name']}`}
    >
      <bdi>{names?.get(id) ?? (isPending ? '…' : id)}</bdi>
    </Link>
  );
}
