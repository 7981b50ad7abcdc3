import { useQuery } from '@tanstack/react-query';
import { MOST_USERS, namesQuery } from '../../api/queries.ts';
import { useCan } from '../../ui/page.tsx';

/** The names of users by their ids; an id where the session may not read users. */
export function useUserName(): (id: string) => string {
  const mayRead = useCan()('read:users');
  const { data: names } = useQuery({ ...namesQuery('users', {}, MOST_USERS), enabled: mayRead });
  return (id) => names?.get(id) ?? id;
}
