import type { ReactNode } from 'react';
import { useFormats, useText } from '../i18n/language.tsx';
import { usePageLabels } from '../i18n/page-labels.ts';
import { NumberList } from '../ui/number-list.tsx';
import { type Column, NumberTable } from '../ui/number-table.tsx';
import { Words } from '../ui/words.tsx';
import { MissingList, Notice, Part, type SectionProps, useLoss } from './section-parts.tsx';
import classes from './sections.module.css';

/** Profit and cost of each flock: recorded so far, and expected at its sale. */
export function ProfitSection({ of, currency }: SectionProps<'profit'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const money = { money: currency };
  const price = { price: currency };
  return (
    <>
      <NumberList
        of={[
          [page('figure.salePrice'), price, of.prices.salePerKg],
          [page('figure.feedPrice'), price, of.prices.feedPerKg],
          [text('sections.unallocated'), money, of.unallocatedExpenses],
        ]}
      />
      <Part title={text('sections.realised')}>
        <NumberTable
          label={text('sections.realised')}
          rows={of.flocks}
          first={8}
          keyOf={({ flockId }) => flockId}
          columns={[
            [page('col.flock'), 'flock', ({ flockId }) => flockId],
            [text('money.revenue'), money, ({ revenue }) => revenue],
            [page('col.cost'), money, ({ totalCost }) => totalCost],
            [text('sections.shared'), money, ({ sharedExpenses }) => sharedExpenses],
            [page('col.profit'), money, ({ profit }) => profit],
            [page('col.margin'), 'percent', ({ marginPct }) => marginPct],
            [text('flock.costPerKg'), price, ({ costPerKg }) => costPerKg],
            [
              page('col.feedCostFrom'),
              'text',
              ({ feedCostFrom }) => feedCostFrom && page(`feedCostFrom.${feedCostFrom}`),
            ],
          ]}
        >
          {text('sections.noFlocks')}
        </NumberTable>
        <Notes
          of={of.flocks.flatMap(({ feedInStockNote, projected }) => [
            feedInStockNote,
            projected?.feedInStockNote ?? null,
          ])}
        />
      </Part>
      <Part title={text('flock.expected')}>
        <NumberTable
          label={text('flock.expected')}
          rows={of.flocks.flatMap(({ flockId, projected }) =>
            projected ? [{ flockId, ...projected }] : [],
          )}
          keyOf={({ flockId }) => flockId}
          columns={[
            [page('col.flock'), 'flock', ({ flockId }) => flockId],
            [page('col.on'), 'day', ({ date }) => date],
            [
              page('col.weight'),
              'kg',
              (row) => row.weightKg,
              (row) => row.weightUncalibrated && 'unreliable',
            ],
            [
              text('money.revenue'),
              money,
              (row) => row.revenue,
              (row) => row.weightUncalibrated && 'unreliable',
            ],
            [page('col.cost'), money, ({ totalCost }) => totalCost],
            [
              page('col.projected'),
              money,
              (row) => row.profit,
              (row) => row.weightUncalibrated && 'unreliable',
            ],
            [page('col.margin'), 'percent', ({ marginPct }) => marginPct],
            [page('col.breakEven'), price, ({ breakEvenPricePerKg }) => breakEvenPricePerKg],
          ]}
        >
          {text('sections.noForecast')}
        </NumberTable>
      </Part>
      <MissingList missing={of.missing} />
    </>
  );
}

/** Notes on single rows. */
function Notes({ of }: { readonly of: readonly (string | null)[] }): ReactNode {
  return of
    .filter((note) => note !== null)
    .map((note) => (
      <Notice key={note} severity="info">
        <Words>{note}</Words>
      </Notice>
    ));
}

/** Losses of money, each compared with its reference. */
export function LeaksSection({ of, currency }: SectionProps<'leaks'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const lossOf = useLoss(currency);
  const money = { money: currency };
  return (
    <>
      {of.total !== null && (
        <NumberList of={[[text('sections.lost'), money, lossOf({ ...of, amount: of.total })]]} />
      )}
      <NumberTable
        label={page('section.leaks')}
        rows={of.rows}
        first={10}
        keyOf={({ kind, flockId, barnId }, index) => `${kind} ${flockId} ${barnId} ${index}`}
        columns={[
          [page('col.loss'), 'text', ({ kind }) => page(`leak.${kind}`)],
          [page('col.flock'), 'flock', ({ flockId }) => flockId ?? ''],
          [page('col.barn'), 'barn', ({ barnId }) => barnId ?? ''],
          [
            page('col.amount'),
            money,
            ({ amount }) => amount,
            (row) => row.isLowerBound && 'atLeast',
          ],
          [page('col.ofRevenue'), 'percent', ({ pctOfRevenue }) => pctOfRevenue],
        ]}
      >
        {text('sections.noLeaks')}
      </NumberTable>
      <Notes of={of.rows.map(({ referenceNote }) => referenceNote)} />
      <MissingList missing={of.missing} />
    </>
  );
}

type Week = SectionProps<'cashflow'>['of']['weeks'][number];

/** Weekly cash flow: the past twelve weeks, the current one and the next eight. */
export function CashSection({ of, currency }: SectionProps<'cashflow'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const money = { money: currency };
  const columns: readonly Column<Week>[] = [
    [page('col.week'), 'day', ({ weekStart }) => weekStart],
    [page('col.in'), money, (week) => week.in],
    [page('col.out'), money, ({ out }) => out],
    [page('col.net'), money, ({ net }) => net],
    [page('col.cumulative'), money, ({ cumulative }) => cumulative],
  ];
  const table = (kind: Week['kind'], title: string) => (
    <details className={classes['group']}>
      <summary>{title}</summary>
      <NumberTable
        label={title}
        rows={of.weeks.filter((week) => week.kind === kind)}
        keyOf={({ weekStart }) => weekStart}
        columns={columns}
      />
    </details>
  );
  return (
    <>
      <NumberList
        of={[
          [page('figure.lowest'), money, of.minCumulative],
          [page('figure.negative'), 'day', of.firstNegativeWeek],
        ]}
      />
      {of.weeks.length > 0 && (
        <>
          <CashBars weeks={of.weeks} />
          {table('forecast', text('sections.weeksAhead'))}
          {table('actual', text('sections.weeksBack'))}
        </>
      )}
      {of.assumptions.map((assumption) => (
        <Notice key={assumption} severity="info">
          {assumption}
        </Notice>
      ))}
      <MissingList missing={of.missing} />
    </>
  );
}

const BAR = 10;
const HALF = 50;

/** Bars per week, income above the line and expenses below it; the tables have the same data. */
function CashBars({ weeks }: { readonly weeks: readonly Week[] }) {
  const text = useText();
  const formats = useFormats();
  const highest = Math.max(1, ...weeks.flatMap((week) => [week.in, week.out]));
  const barHeight = (amount: number) => (amount / highest) * HALF;
  const [first, last] = [weeks[0]?.weekStart, weeks.at(-1)?.weekStart];
  return (
    <figure dir="ltr">
      <svg
        className={classes['bars']}
        viewBox={`0 0 ${weeks.length * BAR} ${2 * HALF}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text('sections.cashBars')}
      >
        {weeks.map((week, index) => (
          <g key={week.weekStart} data-kind={week.kind}>
            <rect
              className={classes['in']}
              x={index * BAR + 1}
              y={HALF - barHeight(week.in)}
              width={BAR - 2}
              height={barHeight(week.in)}
            />
            <rect
              className={classes['out']}
              x={index * BAR + 1}
              y={HALF}
              width={BAR - 2}
              height={barHeight(week.out)}
            />
          </g>
        ))}
        <line x1={0} x2={weeks.length * BAR} y1={HALF} y2={HALF} />
      </svg>
      <p className={classes['ends']}>
        <span dir="auto">{first && formats.day(first)}</span>
        <span dir="auto" className={classes['legend']}>
          {text('sections.cashLegend')}
        </span>
        <span dir="auto">{last && formats.day(last)}</span>
      </p>
    </figure>
  );
}

/** Tasks, answers and the cost of labour. */
export function LaborSection({ of, currency }: SectionProps<'labor'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <>
      <NumberList
        of={[
          [page('figure.openTasks'), 'number', of.open],
          [page('col.overdue'), 'number', of.overdue],
          [page('figure.done30'), 'number', of.doneCount],
          [page('figure.completion'), 'percent', of.completionRatePct],
          [text('sections.hoursToClose'), 'number', of.medianHoursToClose],
          [text('sections.answerMinutes'), 'number', of.medianAnswerMinutes],
          [page('figure.laborCost'), { money: currency }, of.laborCost],
          [page('figure.laborPerKg'), { price: currency }, of.laborCostPerKg],
        ]}
      />
      <NumberTable
        label={page('section.labor')}
        rows={of.byAssignee}
        keyOf={({ assignee }) => assignee ?? ''}
        columns={[
          [
            page('col.person'),
            'text',
            ({ name, assignee }) => name ?? assignee ?? text('sections.nobody'),
          ],
          [page('col.open'), 'number', ({ open }) => open],
          [page('col.overdue'), 'number', ({ overdue }) => overdue],
          [page('col.done'), 'number', ({ done }) => done],
          [page('col.hours'), 'number', ({ medianHours }) => medianHours],
          [page('col.questions'), 'number', ({ questionsUnanswered }) => questionsUnanswered],
        ]}
      />
      <MissingList missing={of.missing} />
    </>
  );
}
