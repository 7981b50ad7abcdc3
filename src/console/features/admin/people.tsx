import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { role as roleWords } from '../../../model/core/vocabulary.ts';
import type { Role } from '../../../model/resources/roles.ts';
import { callRoute } from '../../api/answers.ts';
import { basePath, callApi } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { Refusal, useAct } from '../../ui/act.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { preserveFarm, useAllFarms } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Answered, Empty, Forbidden, Page, useCan } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import classes from './admin.module.css';
import { Choices } from './admin-parts.tsx';

/** The people of the organisation, with a form to invite new ones. */
export function People(): ReactNode {
  const text = useText();
  const mayManage = useCan()('admin:*');
  const [isNew, setIsNew] = useState(false);
  const { list: users, rest } = useGrowingList((limit) => ({
    ...listQuery('users', { limit, order: 'name', dir: 'asc' }),
    meta: { isPrivate: true },
    enabled: mayManage,
  }));
  if (!mayManage) return <Forbidden scope="admin:*" />;
  return (
    <Page
      title={text('nav.people')}
      aside={<Button onClick={() => setIsNew(true)}>{text('people.invite')}</Button>}
    >
      <Answered query={users}>{({ data }) => <UserTable users={data} />}</Answered>
      {rest}
      {isNew && <Invite onClose={() => setIsNew(false)} />}
    </Page>
  );
}

interface ListedUser {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly accessRoles: readonly string[] | null;
  readonly status: string | null;
  readonly lastSeenAt: string | null;
}

function UserTable({ users }: { readonly users: readonly ListedUser[] }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  if (users.length === 0) return <Empty />;
  return (
    <CardTable
      label={text('nav.people')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: text('keys.name'),
          of: ({ id, name, email }) => (
            <Link to="/people/$id" params={{ id }} search={preserveFarm} dir="auto">
              {name ?? email ?? id}
            </Link>
          ),
        },
        {
          heading: text('people.role'),
          isBroad: true,
          of: ({ accessRoles }) =>
            (accessRoles ?? []).map((role) => roleName(labels.roles, role)).join(', '),
        },
        {
          heading: text('people.status'),
          of: ({ status }) => (status === null ? '' : wordOf(labels, status, 'users')),
        },
        {
          heading: text('people.lastSeen'),
          of: ({ lastSeenAt }) =>
            lastSeenAt === null ? text('people.never') : formats.instant(lastSeenAt),
        },
      ]}
    />
  );
}

/** The display name of a role. */
export function roleName(names: Readonly<Record<Role, string>>, role: string | null): string {
  const known = roleWords.words.find((word) => word === role);
  return known === undefined ? (role ?? '') : names[known];
}

/** The full address of a sign-in link, which the service returns as a path. */
export function inviteLink(path: string): string {
  return `${window.location.origin}${basePath}${path.replace(/^\//, '')}`;
}

/** The role and the farms granted to a person. */
export interface GrantDraft {
  readonly role: Role;
  readonly farmIds: readonly string[];
}

/** The inputs of a role and its farms. */
export function GrantFields(props: {
  readonly grant: GrantDraft;
  readonly onChange: (grant: GrantDraft) => void;
}): ReactNode {
  const text = useText();
  const { labels } = useLanguage().wording;
  const farms = useAllFarms();
  const { grant, onChange } = props;
  return (
    <>
      <NativeSelect
        label={text('people.role')}
        description={text(`people.role.${grant.role}`)}
        value={grant.role}
        data={roleWords.words.map((value) => ({ value, label: labels.roles[value] }))}
        onChange={({ currentTarget }) => onChange({ ...grant, role: currentTarget.value as Role })}
      />
      <Choices
        legend={text('keys.farms')}
        hint={text('people.noneIsAllFarms')}
        of={farms.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={grant.farmIds}
        onChange={(farmIds) => onChange({ ...grant, farmIds })}
      />
    </>
  );
}

/** Grants a role on the chosen farms, or in the whole organisation. */
export function giveAccess(id: string, { role, farmIds }: GrantDraft): Promise<unknown> {
  const body = { role, ...(farmIds.length === 0 ? {} : { farmIds }) };
  return callRoute('PUT /os/users/{id}/access', { params: { id }, body });
}

/** Creates a user with a role, and shows the sign-in link of the user. */
function Invite({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [name, setName] = useState('');
  const [grant, setGrant] = useState<GrantDraft>({ role: 'worker', farmIds: [] });
  // Each step runs once: a retry after a failure does not create another user.
  const [made, setMade] = useState<string>();
  const invite = useAct(async () => {
    const id = made ?? ((await makeUser(name.trim())) as { readonly id: string }).id;
    setMade(id);
    await giveAccess(id, grant);
    return callRoute('POST /os/users/{id}/invite', { params: { id } });
  });
  const path = invite.data?.path;
  if (path !== undefined) {
    return <ShownOnce secrets={{ link: inviteLink(path) }} onClose={onClose} />;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Dialog title={text('people.invite')} onClose={onClose}>
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          label={text('keys.name')}
          required
          maxLength={120}
          dir="auto"
          value={name}
          disabled={made !== undefined}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <GrantFields grant={grant} onChange={setGrant} />
        <p className={classes['hint']}>{text('people.linkHint')}</p>
        <Refusal error={invite.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={invite.isPending}>
            {text('people.invite')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function makeUser(name: string): Promise<unknown> {
  return callApi({ method: 'POST', path: '/users', body: { name } });
}
