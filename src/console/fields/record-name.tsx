import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getResource, type ResourceName } from '../../model/resources/registry.ts';
import { nameOf, namesQuery, recordQuery } from '../api/queries.ts';
import { Words } from '../ui/words.tsx';

/** The name of a record, or its id until the name is known. */
export function RecordName(props: {
  readonly resource: ResourceName;
  readonly id: string;
}): ReactNode {
  const { resource, id } = props;
  const { data: names } = useQuery(namesQuery(resource));
  const isKnown = names === undefined || names.has(id);
  // For large resources the loaded names exclude older records.
  const one = useQuery({ ...recordQuery(resource, id), enabled: !isKnown, refetchInterval: false });
  const own = one.data && nameOf(getResource(resource), { ...one.data });
  return (
    <bdi>
      <Words>{names?.get(id) ?? own ?? id}</Words>
    </bdi>
  );
}
