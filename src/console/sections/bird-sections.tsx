import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isCalendarDay } from '../../tools/calendar.ts';
import { namesQuery } from '../api/queries.ts';
import { useFormats, useText, useWithUnit } from '../i18n/language.tsx';
import { usePageLabels } from '../i18n/page-labels.ts';
import { useFarm } from '../ui/farm.tsx';
import { isLiveAtMost } from '../ui/figures.tsx';
import { FixLink } from '../ui/fix-link.tsx';
import items from '../ui/items.module.css';
import { NumberList } from '../ui/number-list.tsx';
import { FigureValue, NumberTable } from '../ui/number-table.tsx';
import { Empty } from '../ui/page.tsx';
import { Reasons } from '../ui/reasons.tsx';
import { SeverityMark } from '../ui/severity-mark.tsx';
import { Words } from '../ui/words.tsx';
import { MissingList, Notice, type SectionProps, useLoss } from './section-parts.tsx';
import classes from './sections.module.css';

/** The action plan, the most important action first. */
export function PlanSection({ of, currency }: SectionProps<'actionPlan'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  const lossOf = useLoss(currency);
  if (of.items.length === 0) return <Empty>{text('today.nothingToDo')}</Empty>;
  return (
    <>
      <ol className={items['list']}>
        {of.items.map(({ rank, title, why, severity, dueAt, impact, action }) => (
          <li key={rank} className={items['item']} data-severity={severity}>
            <SeverityMark severity={severity} isShort />
            <div className={items['what']}>
              <strong dir="auto">
                <Words>{title}</Words>
              </strong>
              <Reasons of={why} />
              <p>
                {dueAt !== null &&
                  text('task.due', {
                    date: isCalendarDay(dueAt) ? formats.day(dueAt) : formats.deadline(dueAt),
                  })}
                {impact?.amount != null && (
                  <>
                    {dueAt !== null && ' · '}
                    {text('sections.atStake', {
                      amount: lossOf(impact) ?? '',
                    })}
                  </>
                )}
              </p>
              <FixLink fix={action} />
            </div>
          </li>
        ))}
      </ol>
      <MissingList missing={of.missing} />
    </>
  );
}

/** Health of each flock, and the causes of lost points. */
export function HealthSection({ of }: SectionProps<'health'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const drivers = of.flocks.flatMap(({ flockId, drivers: all }) =>
    all.map((driver) => ({ flockId, ...driver })),
  );
  return (
    <>
      <NumberTable
        label={page('section.health')}
        rows={of.flocks}
        keyOf={({ flockId }) => flockId}
        columns={[
          [page('col.flock'), 'flock', ({ flockId }) => flockId],
          [page('col.grade'), 'text', ({ grade }) => grade],
          [page('col.score'), 'number', ({ score }) => score],
          [page('col.age'), 'days', ({ ageDays }) => ageDays],
          [page('col.birds'), 'number', ({ live }) => live, (row) => isLiveAtMost(row) && 'atMost'],
          [
            page('col.dead7'),
            'number',
            ({ mort7 }) => mort7,
            (row) => row.mort7DaysUnlogged > 0 && 'atLeast',
          ],
          [
            page('col.dead'),
            'percent',
            (row) => row.cumMortalityPct,
            (row) => (row.mortalityDaysUnlogged ?? 0) > 0 && 'atLeast',
          ],
          [page('col.unlogged'), 'number', ({ mortalityDaysUnlogged }) => mortalityDaysUnlogged],
          [page('col.expected'), 'percent', (row) => row.expectedCumMortalityPct],
          [page('col.waterFeed'), 'number', ({ waterFeedRatio }) => waterFeedRatio],
          [
            page('col.laying'),
            'percent',
            ({ laying }) => laying?.henDayPct,
            (row) => (row.mortalityDaysUnlogged ?? 0) > 0 && 'atLeast',
          ],
        ]}
      >
        {text('sections.noFlocks')}
      </NumberTable>
      {drivers.map(({ flockId, code, message, points }) => (
        <Notice key={`${flockId} ${code} ${message}`} severity="warning">
          <FigureValue form="flock" value={flockId} />:{' '}
          <span dir="auto">
            <Words>{message}</Words>
          </span>{' '}
          <small>{text('sections.points', { points })}</small>
        </Notice>
      ))}
      <MissingList missing={of.missing} />
    </>
  );
}

/** Each flock compared with the standard, the farm and other farms. */
export function BenchmarkSection({ of }: SectionProps<'benchmark'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const farm = useFarm();
  const { data: names, isLoading } = useQuery(namesQuery('flocks', { farmId: farm?.id }));
  const flocks = [...new Set(of.rows.map(({ flockId }) => flockId))];
  if (flocks.length === 0) return <Empty>{text('sections.noFlocks')}</Empty>;
  return (
    <>
      {flocks.map((flockId) => (
        <details key={flockId} className={classes['group']}>
          <summary>
            <bdi>{names?.get(flockId) ?? (isLoading ? '…' : flockId)}</bdi>
          </summary>
          <NumberTable
            label={page('section.benchmark')}
            rows={of.rows.filter((row) => row.flockId === flockId)}
            keyOf={({ metric }) => metric}
            columns={[
              [page('col.figure'), 'text', ({ metric }) => metricName(page, metric)],
              [
                page('col.value'),
                'number',
                ({ value }) => value,
                ({ certainty }) => certainty && CERTAINTIES[certainty],
              ],
              [page('col.standard'), 'number', ({ breedStandard }) => breedStandard],
              [page('col.ownMedian'), 'number', ({ farmMedian }) => farmMedian],
              [page('col.groupMedian'), 'number', ({ groupMedian }) => groupMedian],
              [page('col.better'), 'change', ({ deltaPct }) => deltaPct],
              [page('col.grade'), 'text', ({ grade }) => grade],
            ]}
          />
        </details>
      ))}
      <MissingList missing={of.missing} />
    </>
  );
}

/** The signs of the certainty of a figure. */
const CERTAINTIES = {
  exact: undefined,
  estimated: 'feedEstimated',
  at_least: 'atLeast',
  at_most: 'atMost',
} as const;

const METRICS = [
  'weight',
  'adg',
  'fcr',
  'epef',
  'livability',
  'firstWeekMortality',
  'costPerKg',
  'henDay',
] as const;

function metricName(page: ReturnType<typeof usePageLabels>, metric: string): string {
  const known = METRICS.find((name) => name === metric.replace(/Pct$/, ''));
  return known ? page(`metric.${known}`) : metric;
}

/** Comparison of barns. */
export function BarnsSection({ of }: SectionProps<'barnComparison'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  const onFeed = (row: (typeof of.barns)[number]) =>
    row.fcrEstimated ? 'feedEstimated' : row.fcrLowerBound && 'atLeast';
  const onBoth = (row: (typeof of.barns)[number]) =>
    row.fcrEstimated ? 'feedEstimated' : row.livabilityUpperBound && 'atMost';
  return (
    <>
      <NumberTable
        label={page('section.barnComparison')}
        rows={of.barns.toSorted((a, b) => (a.rank ?? 99) - (b.rank ?? 99))}
        keyOf={({ barnId }) => barnId}
        columns={[
          [page('col.barn'), 'barn', ({ barnId }) => barnId],
          [page('col.rank'), 'number', ({ rank }) => rank],
          [page('col.flocks'), 'number', ({ flocks }) => flocks],
          [page('col.age'), 'days', ({ ageDays }) => ageDays],
          [page('col.epef'), 'number', ({ epefMedian }) => epefMedian, onBoth],
          [page('col.fcr'), 'ratio', ({ fcrMedian }) => fcrMedian, onFeed],
          [page('col.lifeGain'), 'g', ({ adg }) => adg],
          [
            page('col.livability'),
            'percent',
            ({ livability }) => livability,
            (row) => row.livabilityUpperBound && 'atMost',
          ],
          [
            page('col.laying'),
            'percent',
            ({ henDayPct }) => henDayPct,
            (row) => row.livabilityUpperBound && 'atLeast',
          ],
          [page('col.downtime'), 'number', ({ downtimeMedian }) => downtimeMedian],
          [page('col.condemned'), 'percent', ({ condemnationPct }) => condemnationPct],
        ]}
      >
        {text('farm.noBarns')}
      </NumberTable>
      {of.basisNote && <Notice severity="info">{of.basisNote}</Notice>}
      <MissingList missing={of.missing} />
    </>
  );
}

/** The date of each barn's next placement. */
export function PlacementsSection({ of }: SectionProps<'placements'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <>
      <NumberTable
        label={page('section.placements')}
        rows={of.barns}
        keyOf={({ barnId }) => barnId}
        columns={[
          [page('col.barn'), 'barn', ({ barnId }) => barnId],
          [page('col.state'), 'text', ({ state }) => page(`placement.${state}`)],
          [page('col.flock'), 'flock', ({ flockId }) => flockId ?? ''],
          [page('col.leaves'), 'day', ({ expectedOut }) => expectedOut ?? ''],
          [page('col.ready'), 'day', ({ readyDate }) => readyDate],
          [page('col.place'), 'day', (row) => row.suggestedPlacementDate],
          [page('col.planned'), 'day', ({ planned }) => planned?.date ?? ''],
          [page('col.mostBirds'), 'number', ({ maxBirds }) => maxBirds],
          [page('col.crowded'), 'day', ({ overcrowdedAt }) => overcrowdedAt ?? ''],
        ]}
      >
        {text('farm.noBarns')}
      </NumberTable>
      {of.barns.map(({ barnId, planned }) =>
        planned?.warning ? (
          <Notice key={barnId} severity="warning">
            {planned.warning}
          </Notice>
        ) : null,
      )}
      <MissingList missing={of.missing} />
    </>
  );
}

/** The weather forecast and its effect on the birds. */
export function WeatherSection({ of }: SectionProps<'weather'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <>
      <NumberList
        of={[
          [page('figure.heat'), 'text', of.heatRisk && page(`heat.${of.heatRisk}`)],
          [page('figure.outside'), '°C', of.now?.temp],
          [page('figure.feltHeat'), '°C', of.maxThi],
          [text('sections.coldest'), '°C', of.minTemp],
        ]}
      />
      {of.coldRisk && <Notice severity="warning">{text('sections.cold')}</Notice>}
      {of.actions.map(({ code, severity, message, from, fix }) => (
        <Notice key={`${code} ${from}`} severity={severity}>
          <span dir="auto">
            <Words>{message}</Words>
          </span>{' '}
          <FixLink fix={fix} />
        </Notice>
      ))}
      <MissingList missing={of.missing} />
    </>
  );
}

/** Weights of the birds from all sources. */
export function WeightsSection({ of }: SectionProps<'weights'>): ReactNode {
  const text = useText();
  const page = usePageLabels();
  return (
    <>
      <NumberTable
        label={page('section.weights')}
        rows={of.flocks}
        keyOf={({ flockId }) => flockId}
        columns={[
          [page('col.flock'), 'flock', ({ flockId }) => flockId],
          [
            page('col.weight'),
            'g',
            ({ weightG }) => weightG,
            (row) => (row.weightUncalibrated ? 'unreliable' : row.weightEstimated && 'projected'),
          ],
          [page('col.standard'), 'g', ({ std }) => std],
          [text('sections.deviation'), 'change', ({ deviationPct }) => deviationPct],
          [page('col.weighed'), 'day', ({ weight }) => weight?.date],
          [
            page('col.weighedAs'),
            'g',
            ({ weight }) => weight?.g,
            (row) => row.weight?.uncalibrated && 'unreliable',
          ],
          [page('col.weekGain'), 'g', ({ adg7 }) => adg7],
          [page('col.uniformity'), 'percent', (row) => row.uniformity?.uniformity10Pct],
          [page('col.target'), 'day', ({ targetDate }) => targetDate],
        ]}
      >
        {text('sections.noFlocks')}
      </NumberTable>
      <MissingList missing={of.missing} />
    </>
  );
}

/** Risks, the most severe first. */
export function RiskSection({ of }: SectionProps<'risk'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  const withUnit = useWithUnit();
  const page = usePageLabels();
  const known = of.items.filter(({ points }) => points !== null && points > 0);
  return (
    <>
      <NumberList
        of={[
          [page('figure.risk'), 'number', of.score],
          [page('figure.level'), 'text', of.level && page(`riskLevel.${of.level}`)],
        ]}
      />
      <ul className={items['list']}>
        {known.map(({ key, points, explanation, fix }) => (
          <li key={key} className={`${items['item']} ${classes['risk']}`}>
            <div className={items['what']}>
              <strong>{page(`risk.${key}`)}</strong>{' '}
              <small>
                <bdi>{withUnit(formats.number(points ?? 0), 'points', points ?? 0)}</bdi>
              </small>
              <p dir="auto">
                <Words>{explanation}</Words>
              </p>
              <meter
                className={classes['meter']}
                min={0}
                max={100}
                value={points ?? 0}
                aria-label={page(`risk.${key}`)}
              />
            </div>
            <FixLink fix={fix} />
          </li>
        ))}
      </ul>
      {known.length === 0 && <Empty>{text('sections.noRisks')}</Empty>}
      <MissingList missing={of.missing} />
    </>
  );
}
