import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { limits } from '../../../model/core/limits.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { addDays, dayInZone } from '../../../tools/calendar.ts';
import { type BarnState, dashboardQuery } from '../../api/answers.ts';
import { periodicRefresh, recordQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { Chart } from '../../charts/chart.tsx';
import { chartQuery } from '../../charts/chart-query.ts';
import { chartSpec, lastMoments } from '../../charts/chart-spec.ts';
import { wordKind } from '../../i18n/heading.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { BarnCards } from '../../ui/barn-cards.tsx';
import { FarmClock, preserveFarm } from '../../ui/farm.tsx';
import { OpenAlerts } from '../../ui/open-alerts.tsx';
import { Answered, Empty, Page, Section } from '../../ui/page.tsx';
import { BarnImages } from './barn-images.tsx';
import { type Range, ranges } from './barn-search.ts';
import { Commands } from './commands.tsx';
import { Devices } from './devices.tsx';

/** A barn: its birds, current and recent climate, devices, and commands to its controller. */
export function BarnScreen(): ReactNode {
  const { id } = useParams({ from: '/barns/$id' });
  const { labels } = useLanguage().wording;
  const barn = useQuery({ ...recordQuery('barns', id), ...periodicRefresh });
  return (
    <Answered key={id} query={barn} title={wordKind(labels, 'barns')}>
      {(row) => (
        <FarmClock farmId={row.farmId}>
          <Barn barn={row} />
        </FarmClock>
      )}
    </Answered>
  );
}

function Barn({ barn }: { readonly barn: Row<'barns'> }) {
  const text = useText();
  const { wording } = useLanguage();
  const { range = '24h' } = useSearch({ from: '/barns/$id' });
  const dashboard = useQuery(dashboardQuery(barn.farmId ?? '', wording.language));
  return (
    <Page
      title={barn.name ?? barn.id}
      aside={
        <span>
          {barn.capacity !== null && `${text('barn.capacity', { birds: barn.capacity })} · `}
          <Link
            to="/records/$resource/$id"
            params={{ resource: 'barns', id: barn.id }}
            search={preserveFarm}
          >
            {text('record.all')}
          </Link>
        </span>
      }
    >
      <Answered query={dashboard}>
        {({ barns }) => <Inside barns={barns.filter(({ barnId }) => barnId === barn.id)} />}
      </Answered>
      <OpenAlerts of={{ farmId: barn.farmId ?? undefined, barnId: barn.id }} />
      <Section title={text('barn.air')} aside={<RangeChoice range={range} />}>
        <AirChart key={`${barn.id} ${range}`} barnId={barn.id} range={range} />
      </Section>
      {barn.currentFlockId !== null && (
        <Section title={text('barn.consumption')}>
          <ConsumptionChart
            key={`${barn.currentFlockId} ${range}`}
            flockId={barn.currentFlockId}
            range={range}
          />
        </Section>
      )}
      <BarnImages barnId={barn.id} />
      <Commands barn={barn} />
      <Devices barnId={barn.id} />
    </Page>
  );
}

function Inside({ barns }: { readonly barns: readonly BarnState[] }) {
  const text = useText();
  return barns.length === 0 ? (
    <Empty>{text('barn.empty')}</Empty>
  ) : (
    <BarnCards barns={barns} isWide />
  );
}

function RangeChoice({ range }: { readonly range: Range }) {
  const text = useText();
  const navigate = useNavigate();
  const choose = (next: Range) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, range: next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Button.Group aria-label={text('barn.range')}>
      {ranges.map((one) => (
        <Button
          key={one}
          variant={one === range ? 'filled' : 'default'}
          aria-pressed={one === range}
          onClick={() => choose(one)}
        >
          {text(`barn.range.${one}`)}
        </Button>
      ))}
    </Button.Group>
  );
}

const DAYS = { '24h': 1, '7d': 7, '30d': 30 } as const satisfies Readonly<Record<Range, number>>;
const HOURS_OF_DAY = 24;
/** For 30 days each point is a mean of three hours. */
const POINTS = 300;

function AirChart({ barnId, range }: { readonly barnId: string; readonly range: Range }) {
  const text = useText();
  const { wording } = useLanguage();
  const days = DAYS[range];
  // The service returns a week up to its current time; the clock of this device may differ.
  const isLong = days > limits.chartClimateUsualDays;
  const chart = useQuery(
    chartQuery('climate', barnId, {
      ...(isLong ? { from: addDays(dayInZone(serviceNow(), 'UTC'), -days - 1) } : {}),
      points: POINTS,
      lang: wording.language,
    }),
  );
  return (
    <Answered query={chart}>
      {(answer) => {
        const spec = chartSpec(answer);
        const hours = (days * HOURS_OF_DAY) / answer.sampling.step;
        return (
          <Chart
            spec={lastMoments(spec, Math.ceil(hours))}
            whenEmpty={answer.missing[0]?.message ?? text('chart.noData')}
          />
        );
      }}
    </Answered>
  );
}

/** A single day of feed is not informative, so the shortest range also shows a week. */
const CONSUMPTION_DAYS = 7;

function ConsumptionChart({ flockId, range }: { readonly flockId: string; readonly range: Range }) {
  const { wording } = useLanguage();
  const chart = useQuery(chartQuery('feed', flockId, { lang: wording.language }));
  return (
    <Answered query={chart}>
      {(answer) => (
        <Chart
          spec={lastMoments(chartSpec(answer), Math.max(DAYS[range], CONSUMPTION_DAYS))}
          only={['feed', 'water']}
          whenEmpty={answer.missing[0]?.message}
        />
      )}
    </Answered>
  );
}
