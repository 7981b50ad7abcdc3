import { Button, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { foldText } from '../../../tools/words.ts';
import { type FarmSummary, portfolioQuery, trendsQuery } from '../../api/answers.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import tables from '../../ui/number-table.module.css';
import { Empty, Loading, LoadingFailed, Page, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Sparkline } from './sparkline.tsx';

/** So many farms are shown at once; drawing thousands takes seconds. */
const ROWS = 100;
/** More farms than these are searched by name. */
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
  if (portfolio.isPending) return <Loading />;
  if (!portfolio.data) {
    return <LoadingFailed error={portfolio.error} onRetry={() => void portfolio.refetch()} />;
  }
  const farms = portfolio.data.farms
    .filter(({ name }) => foldText(name).includes(foldText(typed)))
    .toSorted((a, b) => urgencyOf(b) - urgencyOf(a));
  const hidden = farms.length - shown;
  return (
    <Page title={text('nav.farms')}>
      <p>{text('farms.sorted')}</p>
      {portfolio.data.farms.length > FEW && (
        <TextInput
          type="search"
          label={text('records.search')}
          maw="20rem"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <Table.ScrollContainer minWidth={720} type="native">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{text('farms.name')}</Table.Th>
              <Table.Th scope="col">{text('farms.status')}</Table.Th>
              <NumberHeading>{text('farms.alerts')}</NumberHeading>
              <NumberHeading>{text('farms.birds')}</NumberHeading>
              <NumberHeading>{text('farms.mortality')}</NumberHeading>
              <Table.Th scope="col">{text('farms.trend')}</Table.Th>
              <NumberHeading>{text('farms.deviation')}</NumberHeading>
              <NumberHeading>{text('farms.overdue')}</NumberHeading>
              <NumberHeading>{text('farms.health')}</NumberHeading>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {farms.slice(0, shown).map((farm) => (
              <FarmRow key={farm.farmId} farm={farm} deaths={deaths.get(farm.farmId)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {farms.length === 0 && <Empty>{text('state.filtered')}</Empty>}
      {hidden > 0 && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + ROWS)}>
          {text('today.moreActions', { count: hidden })}
        </Button>
      )}
    </Page>
  );
}

/** Critical alerts count above all warnings, and those above all overdue tasks. */
function urgencyOf({ openAlerts, overdueTasks }: FarmSummary): number {
  return openAlerts.critical * 1e6 + openAlerts.warning * 1e3 + overdueTasks;
}

function FarmRow({
  farm,
  deaths,
}: {
  readonly farm: FarmSummary;
  readonly deaths: readonly (number | null)[] | undefined;
}) {
  const formats = useFormats();
  const { critical, warning } = farm.openAlerts;
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Link
          to="/farms/$id"
          params={{ id: farm.farmId }}
          search={{ farm: farm.farmId }}
          dir="auto"
        >
          {farm.name}
        </Link>
      </Table.Th>
      <Table.Td>
        <SeverityMark severity={farm.status} />
      </Table.Td>
      <NumberCell value={critical + warning} write={formats.number} />
      <NumberCell value={farm.birds} write={(value) => formats.number(value, 0)} />
      <NumberCell value={farm.mortality7dPct} write={formats.percent} />
      <Table.Td>
        <Sparkline values={deaths ?? []} />
      </Table.Td>
      <NumberCell value={farm.weightDeviationPct} write={formats.change} />
      <NumberCell value={farm.overdueTasks} write={formats.number} />
      <NumberCell value={farm.healthScore} write={(value) => formats.number(value, 0)} />
    </Table.Tr>
  );
}

function NumberHeading({ children }: { readonly children: ReactNode }) {
  return (
    <Table.Th scope="col" className={tables['number'] as string}>
      {children}
    </Table.Th>
  );
}

function NumberCell(props: {
  readonly value: number | null;
  readonly write: (value: number) => string;
}) {
  const text = useText();
  return (
    <Table.Td className={tables['number'] as string}>
      {props.value === null ? <em>{text('unknown')}</em> : <bdi>{props.write(props.value)}</bdi>}
    </Table.Td>
  );
}
