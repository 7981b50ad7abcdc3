import { useQuery } from '@tanstack/react-query';
import { dutyQuery } from '../../api/duties.ts';
import { MAX_USERS, namesQuery } from '../../api/queries.ts';
import { useFarm } from '../../ui/farm.tsx';
import { useCan } from '../../ui/page.tsx';

/**
 * The names of users by id. Without the permission to read users, only those in the duty plan and
 * the managers of the farm have names; other users are displayed by id.
 */
export function useUserName(): (id: string) => string {
  const mayRead = useCan()('read:users');
  const farm = useFarm();
  const { data: names } = useQuery({ ...namesQuery('users', {}, MAX_USERS), enabled: mayRead });
  const { data: duty } = useQuery({ ...dutyQuery(farm?.id ?? ''), enabled: farm !== undefined });
  const inPlan = (id: string) => duty?.people.find(({ userId }) => userId === id)?.name;
  return (id) => names?.get(id) ?? inPlan(id) ?? id;
}
