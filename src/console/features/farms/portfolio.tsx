import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type FarmSummary, portfolioQuery, trendsQuery } from '../../api/answers.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Loading, LoadingFailed, Page } from '../../ui/page.tsx';
import { useCan } from '../../ui/permissions.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Sparkline } from './sparkline.tsx';

/** All farms, those that need attention first. */
export function Portfolio(): ReactNode {
  const text = useText();
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
  const farms = portfolio.data.farms.toSorted((a, b) => urgencyOf(b) - urgencyOf(a));
  return (
    <Page title={text('nav.farms')}>
      <p>{text('farms.sorted')}</p>
      <Table.ScrollContainer minWidth={720} type="native">
        <Table verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{text('farms.name')}</Table.Th>
              <Table.Th scope="col">{text('farms.status')}</Table.Th>
              <Table.Th scope="col">{text('farms.alerts')}</Table.Th>
              <Table.Th scope="col">{text('farms.birds')}</Table.Th>
              <Table.Th scope="col">{text('farms.mortality')}</Table.Th>
              <Table.Th scope="col">{text('farms.trend')}</Table.Th>
              <Table.Th scope="col">{text('farms.deviation')}</Table.Th>
              <Table.Th scope="col">{text('farms.overdue')}</Table.Th>
              <Table.Th scope="col">{text('farms.health')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {farms.map((farm) => (
              <FarmRow key={farm.farmId} farm={farm} deaths={deaths.get(farm.farmId)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
      <Table.Td>{formats.number(critical + warning)}</Table.Td>
      <NumberCell value={farm.birds} write={(value) => formats.number(value, 0)} />
      <NumberCell value={farm.mortality7dPct} write={formats.percent} />
      <Table.Td>
        <Sparkline values={deaths ?? []} />
      </Table.Td>
      <NumberCell value={farm.weightDeviationPct} write={(value) => `${formats.signed(value)} %`} />
      <Table.Td>{formats.number(farm.overdueTasks)}</Table.Td>
      <NumberCell value={farm.healthScore} write={(value) => formats.number(value, 0)} />
    </Table.Tr>
  );
}

function NumberCell(props: {
  readonly value: number | null;
  readonly write: (value: number) => string;
}) {
  const text = useText();
  return (
    <Table.Td>
      {props.value === null ? <em>{text('unknown')}</em> : <bdi>{props.write(props.value)}</bdi>}
    </Table.Td>
  );
}
