import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { listQuery, periodicRefresh } from '../../api/queries.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';

const TROUBLED = ['offline', 'fault'];

/** Cameras, sensors and machines of a barn, those with problems first. */
export function Devices({ barnId }: { readonly barnId: string }): ReactNode {
  const text = useText();
  const { list: devices, rest } = useGrowingList((limit) => ({
    ...listQuery('devices', { barnId, limit }),
    ...periodicRefresh,
  }));
  return (
    <Section title={text('barn.devices')}>
      <Answered query={devices}>
        {({ data }) => (data.length === 0 ? <Empty /> : <DeviceTable devices={data} />)}
      </Answered>
      {rest}
    </Section>
  );
}

function DeviceTable({ devices }: { readonly devices: readonly Row<'devices'>[] }) {
  const { labels } = useLanguage().wording;
  const formats = useFormats();
  const sorted = devices.toSorted((a, b) => urgencyRank(a) - urgencyRank(b));
  return (
    <CardTable
      label={labels.plurals.devices}
      rows={sorted}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: labelOf(labels, 'name'),
          of: ({ id, name, model }) => (
            <Link
              to="/records/$resource/$id"
              params={{ resource: 'devices', id }}
              search={preserveFarm}
              dir="auto"
            >
              {name ?? model ?? id}
            </Link>
          ),
        },
        { heading: labelOf(labels, 'kind'), of: ({ kind }) => wordOf(labels, kind) },
        {
          heading: labelOf(labels, 'status'),
          of: (device) => (
            <>
              {isTroubled(device) && <SeverityMark severity="warning" isShort />}{' '}
              {device.status !== null && wordOf(labels, device.status, 'devices')}
            </>
          ),
        },
        {
          heading: labelOf(labels, 'lastSeenAt'),
          of: ({ lastSeenAt }) => lastSeenAt !== null && formats.instant(lastSeenAt),
        },
      ]}
    />
  );
}

function isTroubled({ status }: Row<'devices'>): boolean {
  return status !== null && TROUBLED.includes(status);
}

function urgencyRank(device: Row<'devices'>): number {
  if (isTroubled(device)) return 0;
  return device.kind === 'camera' ? 1 : 2;
}
