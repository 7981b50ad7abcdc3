import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResourceName, Row } from '../../../model/resources/registry.ts';
import type { Query } from '../../api/http.ts';
import { listQuery, periodicRefresh } from '../../api/queries.ts';
import { RecordTable } from '../../fields/record-table.tsx';
import { Answered, Section, useCan } from '../../ui/page.tsx';
import { AllRecords } from './business-page.tsx';

const MAX_RECORDS = 10;

/**
 * The first records of a list, with a link to all of them; empty without the permission to read
 * them.
 */
export function RecentRecords<N extends ResourceName>(props: {
  readonly title: string;
  readonly resource: N;
  readonly query: Query;
  readonly columns: readonly (keyof Row<N> & string)[];
}): ReactNode {
  const { title, resource, query, columns } = props;
  const maySee = useCan()(`read:${resource}`);
  const records = useQuery({
    ...listQuery(resource, { limit: MAX_RECORDS, ...query }),
    ...periodicRefresh,
    enabled: maySee,
  });
  if (!maySee) return null;
  return (
    <Section title={title} aside={<AllRecords resource={resource} />}>
      <Answered query={records}>
        {({ data }) => <RecordTable resource={resource} rows={data} columns={columns} />}
      </Answered>
    </Section>
  );
}
