import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import type { ChartName } from '../../../model/charts.ts';
import { limits } from '../../../model/core/limits.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { listQuery, periodicRefresh, recordQuery } from '../../api/queries.ts';
import { Chart } from '../../charts/chart.tsx';
import { chartQuery } from '../../charts/chart-query.ts';
import { chartSpec, type Mark } from '../../charts/chart-spec.ts';
import { wordKind } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { FarmClock, preserveFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Answered, Page, Section } from '../../ui/page.tsx';
import { CaseFile } from './case-file.tsx';
import { FlockMoney, FlockNumbers } from './flock-numbers.tsx';
import { Sales, Timeline, Treatments } from './flock-records.tsx';
import { WeightSpread } from './weight-spread.tsx';

/** A flock from placement to the last sale: growth, feed, eggs and profit. */
export function FlockScreen(): ReactNode {
  const { id } = useParams({ from: '/flocks/$id' });
  const { labels } = useLanguage().wording;
  const flock = useQuery({ ...recordQuery('flocks', id), ...periodicRefresh });
  return (
    <Answered key={id} query={flock} title={wordKind(labels, 'flocks')}>
      {(row) => (
        <FarmClock farmId={row.farmId}>
          <Flock flock={row} />
        </FarmClock>
      )}
    </Answered>
  );
}

function Flock({ flock }: { readonly flock: Row<'flocks'> }) {
  const text = useText();
  const { id } = flock;
  const { list: treatments, rest: moreTreatments } = useGrowingList(
    (limit) => ({ ...listQuery('treatments', { flockId: id, limit }), ...periodicRefresh }),
    limits.maxPageSize,
  );
  const { list: sales, rest: moreSales } = useGrowingList(
    (limit) => ({ ...listQuery('sales', { flockId: id, limit }), ...periodicRefresh }),
    limits.maxPageSize,
  );
  const marks = useMarks(treatments.data?.data ?? [], sales.data?.data ?? []);
  return (
    <Page title={flock.code ?? id} aside={<About flock={flock} />}>
      <FlockNumbers flock={flock} />
      <Section title={text('flock.growth')}>
        <FlockChart chart="growth" flockId={id} marks={marks} />
      </Section>
      <WeightSpread flock={flock} />
      <Section title={text('flock.mortality')}>
        <FlockChart chart="mortality" flockId={id} marks={marks} />
      </Section>
      <LayingSection flockId={id} />
      <Section title={text('flock.feed')}>
        <FlockChart chart="feed" flockId={id} marks={marks} />
      </Section>
      <Section title={text('flock.treatments')}>
        <Answered query={treatments}>{({ data }) => <Treatments rows={data} />}</Answered>
        {moreTreatments}
      </Section>
      <Section title={text('flock.sales')}>
        <Answered query={sales}>{({ data }) => <Sales rows={data} />}</Answered>
        {moreSales}
      </Section>
      <FlockMoney flock={flock} />
      <Section title={text('flock.timeline')}>
        <Timeline flock={flock} treatments={treatments.data?.data} sales={sales.data?.data} />
      </Section>
      <CaseFile flock={flock} />
    </Page>
  );
}

function About({ flock }: { readonly flock: Row<'flocks'> }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const barn = useQuery({ ...recordQuery('barns', flock.barnId), ...periodicRefresh });
  const { status, breed, ageDays } = flock;
  return (
    <span>
      <Link to="/barns/$id" params={{ id: flock.barnId }} search={preserveFarm}>
        <bdi>{barn.data?.name ?? flock.barnId}</bdi>
      </Link>
      {breed !== null && (
        <>
          {' · '}
          <bdi>{breed}</bdi>
        </>
      )}
      {status !== null && ` · ${wordOf(labels, status, 'flocks')}`}
      {ageDays !== null && ageDays >= 0 && ` · ${text('barn.age', { days: ageDays })}`}
      {` · ${text('flock.placed', { day: formats.day(flock.placementDate) })} · `}
      <Link
        to="/records/$resource/$id"
        params={{ resource: 'flocks', id: flock.id }}
        search={preserveFarm}
      >
        {text('record.all')}
      </Link>
    </span>
  );
}

type FlockChartName = Exclude<ChartName, 'climate'>;

function FlockChart(props: {
  readonly chart: FlockChartName;
  readonly flockId: string;
  readonly marks: readonly Mark[];
}) {
  const { language } = useLanguage().wording;
  const chart = useQuery(chartQuery(props.chart, props.flockId, { lang: language }));
  return (
    <Answered query={chart}>
      {(answer) => (
        <Chart
          spec={chartSpec(answer)}
          marks={props.marks}
          whenEmpty={answer.missing[0]?.message}
        />
      )}
    </Answered>
  );
}

/** The laying curve; empty for birds that do not lay. */
function LayingSection({ flockId }: { readonly flockId: string }) {
  const text = useText();
  const { language } = useLanguage().wording;
  const chart = useQuery(chartQuery('laying', flockId, { lang: language }));
  if (!chart.data || chart.data.missing.some(({ code }) => code === 'not_layers')) return null;
  return (
    <Section title={text('flock.laying')}>
      <Chart spec={chartSpec(chart.data)} whenEmpty={chart.data.missing[0]?.message} />
    </Section>
  );
}

/** The events of the flock, for the time axes. */
function useMarks(
  treatments: readonly Row<'treatments'>[],
  sales: readonly Row<'sales'>[],
): readonly Mark[] {
  const text = useText();
  const { labels } = useLanguage().wording;
  const treated = treatments.map(({ date, kind, product }) => ({
    key: date,
    label: product ?? wordOf(labels, kind),
  }));
  const sold = sales.map(({ date, birdsCount }) => ({
    key: date,
    label:
      birdsCount === null ? text('flock.sold') : text('flock.soldBirds', { birds: birdsCount }),
  }));
  return [...treated, ...sold];
}
