import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { calm, listQuery } from '../../api/queries.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { keepFarm } from '../../ui/farm.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';

const MOST = 100;
const TROUBLED = ['offline', 'fault'];

/** Cameras, sensors and machines of a barn; those in trouble come first. */
export function Devices({ barnId }: { readonly barnId: string }): ReactNode {
  const text = useText();
  const devices = useQuery({ ...listQuery('devices', { barnId, limit: MOST }), ...calm });
  return (
    <Section title={text('barn.devices')}>
      <Answered query={devices}>
        {({ data }) => (data.length === 0 ? <Empty /> : <DeviceTable devices={data} />)}
      </Answered>
    </Section>
  );
}

function DeviceTable({ devices }: { readonly devices: readonly Row<'devices'>[] }) {
  const { labels } = useLanguage().wording;
  const formats = useFormats();
  const sorted = devices.toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {(['name', 'kind', 'status', 'lastSeenAt'] as const).map((field) => (
              <Table.Th key={field} scope="col">
                {labelOf(labels, field)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((device) => (
            <Table.Tr key={device.id}>
              <Table.Th scope="row">
                <Link
                  to="/records/$resource/$id"
                  params={{ resource: 'devices', id: device.id }}
                  search={keepFarm}
                  dir="auto"
                >
                  {device.name ?? device.model ?? device.id}
                </Link>
              </Table.Th>
              <Table.Td>{wordOf(labels, device.kind)}</Table.Td>
              <Table.Td>
                {isTroubled(device) && <SeverityMark severity="warning" isShort />}{' '}
                {device.status !== null && wordOf(labels, device.status)}
              </Table.Td>
              <Table.Td>
                {device.lastSeenAt !== null && formats.instant(device.lastSeenAt)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function isTroubled({ status }: Row<'devices'>): boolean {
  return status !== null && TROUBLED.includes(status);
}

function rankOf(device: Row<'devices'>): number {
  if (isTroubled(device)) return 0;
  return device.kind === 'camera' ? 1 : 2;
}
