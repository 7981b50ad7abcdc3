import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { namesQuery } from '../api/queries.ts';
import { useFormats, useText, useWithUnit } from '../i18n/language.tsx';
import { usePageLabels } from '../i18n/page-labels.ts';
import { CardTable } from './card-table.tsx';
import { preserveFarm, useFarm } from './farm.tsx';
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
  /** With two decimals, such as a feed conversion. */
  | 'ratio'
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

/** Why a value is not exact: each has a sign, and a note that explains it. */
export type Inexact =
  | 'unreliable'
  | 'projected'
  | 'feedEstimated'
  | 'perBirdEstimated'
  | 'feedDelivered'
  | 'eggWeightAssumed'
  | 'atLeast'
  | 'atMost'
  | 'birdsUnknown'
  | 'birdsUncertain';

/** The signs of estimates and bounds, as on the command line. */
export const MARKS = {
  projected: '≈',
  feedEstimated: '≈',
  perBirdEstimated: '≈',
  feedDelivered: '≤',
  eggWeightAssumed: '≈',
  atLeast: '≥',
  atMost: '≤',
  birdsUnknown: '≥',
  birdsUncertain: '≈',
} as const satisfies Record<Exclude<Inexact, 'unreliable'>, string>;

/** A column: its heading, the value of a row, and its format. */
export type Column<R> = readonly [
  heading: string,
  form: Form,
  of: (row: R) => Known,
  inexact?: (row: R) => Inexact | false | null | undefined,
];

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
  const marked = ([, , of, inexact]: Column<R>, row: R) =>
    (of(row) ?? null) === null ? undefined : inexact?.(row) || undefined;
  const notes = new Set(rows.flatMap((row) => columns.map((column) => marked(column, row))));
  return (
    <>
      <CardTable
        label={props.label}
        rows={rows}
        keyOf={keyOf}
        columns={columns.map((column, index) => {
          const [heading, form, of] = column;
          return {
            heading,
            isNumber: index > 0 && !TEXTS.includes(form),
            isBroad: typeof form === 'object',
            of: (row: R) => <Figure form={form} value={of(row)} inexact={marked(column, row)} />,
          };
        })}
      />
      {hidden > 0 && (
        <Button variant="default" mt="xs" onClick={() => setIsWhole(true)}>
          {text('today.moreActions', { count: hidden })}
        </Button>
      )}
      {[...notes].map((inexact) => inexact && <MarkNote key={inexact} of={inexact} />)}
    </>
  );
}

/** Explains a sign before the values of a table. */
export function MarkNote({ of }: { readonly of: Inexact }): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <p className={classes['note']}>
      {of === 'unreliable' ? (
        <>
          <SeverityMark severity="warning" isShort /> {text('sections.doubtful')}
        </>
      ) : (
        // In a right-to-left sentence the sign would be mirrored.
        <>
          <bdi dir="ltr">{MARKS[of]}</bdi>
          {page(`mark.${of}`).slice(1)}
        </>
      )}
    </p>
  );
}

/** Non-numeric formats. */
const TEXTS: readonly Form[] = ['text', 'flock', 'barn'];

function Figure(props: {
  readonly form: Form;
  readonly value: Known;
  readonly inexact: Inexact | undefined;
}) {
  const { form, value, inexact } = props;
  const shown = <FigureValue form={form} value={value} />;
  if (inexact === undefined) return shown;
  return inexact === 'unreliable' ? (
    <span className={classes['value']}>
      <SeverityMark severity="warning" isShort /> {shown}
    </span>
  ) : (
    // In the direction of numbers, so that Hebrew does not mirror the sign.
    <span className={classes['value']} dir="ltr">
      {MARKS[inexact]}
      {shown}
    </span>
  );
}

/** A formatted value: unknown where it is null, empty where it is blank. */
export function FigureValue(props: { readonly form: Form; readonly value: Known }) {
  const { form, value } = props;
  const text = useText();
  const write = useFigure();
  if (value === null || value === undefined) return <em>{text('unknown')}</em>;
  if (value === '') return null;
  if (form === 'flock') return <NameLink to="flocks" id={String(value)} />;
  if (form === 'barn') return <NameLink to="barns" id={String(value)} />;
  if (form === 'text') return <span dir="auto">{value}</span>;
  return (
    <bdi className={classes['value']} data-day={form === 'day' || undefined}>
      {write(form, value)}
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
    if (form === 'ratio') return formats.ratio(value);
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
