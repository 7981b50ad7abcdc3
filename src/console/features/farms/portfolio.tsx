import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { groupBy } from '../../../tools/collections.ts';
import { foldText } from '../../../tools/words.ts';
import { type FarmSummary, portfolioQuery, trendsQuery } from '../../api/answers.ts';
import { leftToRight } from '../../i18n/formats.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { usePageLabels } from '../../i18n/page-labels.ts';
import type { TextName } from '../../i18n/texts.ts';
import { type CardColumn, CardTable } from '../../ui/card-table.tsx';
import { MARKS, MarkNote } from '../../ui/number-table.tsx';
import { Empty, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import { Sparkline } from './sparkline.tsx';

/** Maximum number of farms displayed at once; rendering thousands takes seconds. */
const ROWS = 100;
/** Above this number, farms can be searched by name. */
const FEW = 10;

/** All farms, those that need attention first. */
export function Portfolio(): ReactNode {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(ROWS);
  const mayReadTrends = useCan()('read:*');
  const portfolio = useQuery(portfolioQuery);
  const trends = useQuery({ ...trendsQuery, enabled: mayReadTrends });
  const deaths = useMemo(
    () => new Map(trends.data?.farms.map(({ farmId, deaths }) => [farmId, deaths])),
    [trends.data],
  );
  const columns = useColumns(deaths);
  if (!portfolio.data) return <Unanswered query={portfolio} title={text('nav.farms')} />;
  const farms = portfolio.data.farms
    .filter(({ name }) => foldText(name).includes(foldText(typed)))
    .toSorted((a, b) => computeUrgency(b) - computeUrgency(a) || byName(a.name, b.name));
  const hidden = farms.length - shown;
  return (
    <Page
      title={text('nav.farms')}
      aside={<span>{text('records.count', { count: farms.length })}</span>}
    >
      <p>{text('farms.sorted')}</p>
      <DifferentDays farms={portfolio.data.farms} />
      {portfolio.data.farms.length > FEW && (
        <TextInput
          type="search"
          label={text('records.search')}
          maw="20rem"
          mb="sm"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <CardTable
        label={text('nav.farms')}
        rows={farms.slice(0, shown)}
        columns={columns}
        keyOf={({ farmId }) => farmId}
      />
      {BIRD_MARKS.map(
        (mark) =>
          farms.some((farm) => markOfBirds(farm) === mark) && <MarkNote key={mark} of={mark} />,
      )}
      {farms.some(
        ({ mortality7dPct, mortality7dDaysUnlogged }) =>
          mortality7dPct !== null && mortality7dDaysUnlogged > 0,
      ) && <MarkNote of="atLeast" />}
      {farms.length === 0 && <Empty>{text('state.filtered')}</Empty>}
      {hidden > 0 && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + ROWS)}>
          {text('today.moreActions', { count: hidden })}
        </Button>
      )}
    </Page>
  );
}

/** The current day of farms in different time zones, where it is not the same. */
function DifferentDays({ farms }: { readonly farms: readonly FarmSummary[] }): ReactNode {
  const page = usePageLabels();
  const formats = useFormats();
  const text = useText();
  const byDay = groupBy(farms, ({ today }) => today);
  if (byDay.size < 2) return null;
  const days = [...byDay].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return (
    <p>
      {page('farmDays')}
      {days.map(([day, rows]) => (
        <span key={day}>
          {' · '}
          <bdi>{formats.day(day)}</bdi>:{' '}
          {rows.length > FEW ? (
            text('records.count', { count: rows.length })
          ) : (
            <bdi>{rows.map(({ name }) => name).join(', ')}</bdi>
          )}
        </span>
      ))}
    </p>
  );
}

const BIRD_MARKS = ['atMost', 'birdsUnknown', 'birdsUncertain'] as const;

/** The sum of the counted birds is too low without some flocks, and too high without some deaths. */
function markOfBirds({ birds, birdsUpperBound, flocksUncounted }: FarmSummary) {
  const isPart = flocksUncounted > 0;
  if (birds === null) return undefined;
  if (birdsUpperBound) return isPart ? 'birdsUncertain' : 'atMost';
  return isPart ? 'birdsUnknown' : undefined;
}

/** Numeric order: Farm 2 is before Farm 10. */
const { compare: byName } = new Intl.Collator(undefined, { numeric: true });

/** One critical alert outweighs all warnings, and one warning all overdue tasks. */
function computeUrgency({ openAlerts, overdueTasks }: FarmSummary): number {
  return openAlerts.critical * 1e6 + openAlerts.warning * 1e3 + overdueTasks;
}

/** The columns, including recent deaths by farm. */
function useColumns(
  deaths: ReadonlyMap<string, readonly (number | null)[]>,
): readonly CardColumn<FarmSummary>[] {
  const text = useText();
  const formats = useFormats();
  const numbered = (
    heading: TextName,
    of: (farm: FarmSummary) => number | null,
    write: (value: number, farm: FarmSummary) => string = (value) => formats.number(value, 0),
  ): CardColumn<FarmSummary> => ({
    heading: text(heading),
    isNumber: true,
    of(farm) {
      const value = of(farm);
      return value === null ? <em>{text('unknown')}</em> : <bdi>{write(value, farm)}</bdi>;
    },
  });
  return [
    { heading: text('farms.name'), of: (farm) => <FarmLink farm={farm} /> },
    {
      heading: text('farms.status'),
      isBroad: true,
      of: ({ status, stateReasons }) => (
        // The state of a farm is that of its alerts; the needs of its barns are not included.
        <>
          <SeverityMark severity={status} name={status === 'ok' ? 'farms.calm' : undefined} />
          {stateReasons.map((reason) => (
            <div key={reason} dir="auto">
              <Words>{reason}</Words>
            </div>
          ))}
        </>
      ),
    },
    numbered('farms.alerts', ({ openAlerts }) => openAlerts.critical + openAlerts.warning),
    numbered(
      'farms.birds',
      ({ birds }) => birds,
      (birds, farm) => {
        const mark = markOfBirds(farm);
        return leftToRight((mark ? MARKS[mark] : '') + formats.number(birds, 0));
      },
    ),
    numbered(
      'farms.mortality',
      ({ mortality7dPct }) => mortality7dPct,
      (pct, { mortality7dDaysUnlogged }) =>
        leftToRight((mortality7dDaysUnlogged > 0 ? MARKS.atLeast : '') + formats.percent(pct)),
    ),
    {
      heading: text('farms.trend'),
      of: ({ farmId }) => <Sparkline values={deaths.get(farmId) ?? []} />,
    },
    numbered(
      'farms.deviation',
      ({ weightDeviationPct }) => weightDeviationPct,
      (pct) => formats.change(pct),
    ),
    numbered('farms.overdue', ({ overdueTasks }) => overdueTasks),
    numbered('farms.health', ({ healthScore }) => healthScore),
  ];
}

function FarmLink({ farm: { farmId, name } }: { readonly farm: FarmSummary }) {
  return (
    <Link to="/farms/$id" params={{ id: farmId }} search={{ farm: farmId }} dir="auto">
      {name}
    </Link>
  );
}
