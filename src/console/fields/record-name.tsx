import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getResource, type ResourceName } from '../../model/resources/registry.ts';
import { meQuery } from '../api/answers.ts';
import { nameOf, namesQuery, recordQuery } from '../api/queries.ts';
import { useText } from '../i18n/language.tsx';
import { useCan } from '../ui/page.tsx';
import { Words } from '../ui/words.tsx';

/** Placeholder while names are loaded. */
const LOADING = '…';

/** The name of a record; its id if the name is unknown, not while names are loaded. */
export function RecordName(props: {
  readonly resource: ResourceName;
  readonly id: string;
}): ReactNode {
  const { resource, id } = props;
  const text = useText();
  const mayRead = useCan()(`read:${resource}`);
  const { data: me } = useQuery(meQuery);
  const { data: names, isLoading } = useQuery({ ...namesQuery(resource), enabled: mayRead });
  const isKnown = names === undefined || names.has(id);
  // For large resources the loaded names exclude older records.
  const one = useQuery({ ...recordQuery(resource, id), enabled: !isKnown, refetchInterval: false });
  const own = one.data && nameOf(getResource(resource), { ...one.data });
  const unknown = isLoading || one.isLoading ? LOADING : id;
  // A worker does not see other people: an id would tell nothing.
  const unread = me?.user?.id === id ? me.user.name : text('record.nameHidden');
  return (
    <bdi>
      <Words>{(mayRead ? (names?.get(id) ?? own) : unread) ?? unknown}</Words>
    </bdi>
  );
}

const PEOPLE = [
  { prefix: 'user_', resource: 'users' },
  { prefix: 'contact_', resource: 'contacts' },
] as const;

/** A text, or the name of the person whose id it is. */
export function PersonName({ children: text }: { readonly children: string }): ReactNode {
  const person = PEOPLE.find(({ prefix }) => text.startsWith(prefix));
  if (person) return <RecordName resource={person.resource} id={text} />;
  return (
    <span dir="auto">
      <Words>{text}</Words>
    </span>
  );
}
