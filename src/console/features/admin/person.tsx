import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { type AnswerOf, callRoute, meQuery } from '../../api/answers.ts';
import { callApi } from '../../api/http.ts';
import { wordKind } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { ActButton, Refusal, useAct } from '../../ui/act.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Answered, Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import classes from './admin.module.css';
import { Passkeys } from './passkeys.tsx';
import { type GrantDraft, GrantFields, giveAccess, inviteLink, roleName } from './people.tsx';
import { Sessions } from './sessions.tsx';
import { SignInEmail } from './sign-in-email.tsx';

type Access = AnswerOf<'GET /os/users/{id}/access'>;
type Grant = Access['access'][number];

/** A person: roles by farm, sessions, and a new sign-in link. */
export function Person(): ReactNode {
  const { id } = useParams({ from: '/people/$id' });
  const { labels } = useLanguage().wording;
  const mayManage = useCan()('admin:*');
  const { data: me } = useQuery(meQuery);
  const access = useQuery({
    queryKey: ['users', 'access', id],
    queryFn: ({ signal }) => callRoute('GET /os/users/{id}/access', { params: { id }, signal }),
    meta: { isPrivate: true },
    enabled: mayManage,
  });
  if (!mayManage) return <Forbidden scope="admin:*" />;
  return (
    <Answered query={access} title={wordKind(labels, 'users')}>
      {(found) => (
        <Page title={found.user.name ?? id} aside={<Actions of={found} />}>
          <Status of={found} />
          <Roles of={found} />
          <SignInEmail userId={id} />
          <Passkeys userId={id} isOwn={id === me?.user?.id} />
          <Sessions userId={id} />
        </Page>
      )}
    </Answered>
  );
}

function Status({ of: { user } }: { readonly of: Access }) {
  const text = useText();
  const { labels } = useLanguage().wording;
  return <Facts of={[[text('people.status'), wordOf(labels, user.status, 'users')]]} />;
}

/** The user who sees the link sends it; suspending ends all access immediately. */
function Actions({ of: { user } }: { readonly of: Access }) {
  const text = useText();
  const [link, setLink] = useState<string>();
  const isActive = user.status === 'active';
  const setStatus = (status: string) =>
    callApi({ method: 'PATCH', path: `/users/${encodeURIComponent(user.id)}`, body: { status } });
  const name = user.name ?? user.id;
  return (
    <div className={classes['actions']}>
      {isActive && (
        <ActButton
          label={text('people.link')}
          work={() => callRoute('POST /os/users/{id}/invite', { params: { id: user.id } })}
          onDone={({ path }) => setLink(path === undefined ? undefined : inviteLink(path))}
        />
      )}
      {isActive ? (
        <ActButton
          label={text('people.suspend')}
          isDangerous
          ask={{ title: text('people.suspendTitle', { name }), text: text('people.suspendText') }}
          work={() => setStatus('suspended')}
        />
      ) : (
        <ActButton label={text('people.activate')} work={() => setStatus('active')} />
      )}
      {link !== undefined && <ShownOnce secrets={{ link }} onClose={() => setLink(undefined)} />}
    </div>
  );
}

function Roles({ of: { user, access } }: { readonly of: Access }) {
  const text = useText();
  const [isGiving, setIsGiving] = useState(false);
  return (
    <Section
      title={text('people.roles')}
      aside={
        <Button variant="default" onClick={() => setIsGiving(true)}>
          {text('people.give')}
        </Button>
      }
    >
      {access.length === 0 ? (
        <Empty>{text('people.noAccess')}</Empty>
      ) : (
        <Table>
          <Table.Tbody>
            {access.map((grant) => (
              <GrantRow key={grant.farm?.id ?? ''} userId={user.id} grant={grant} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {isGiving && <Give userId={user.id} onClose={() => setIsGiving(false)} />}
    </Section>
  );
}

function GrantRow({ userId, grant }: { readonly userId: string; readonly grant: Grant }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const { farm, role, expiresAt } = grant;
  const place = farm === null ? text('keys.allFarms') : (farm.name ?? farm.id);
  const title = { role: roleName(labels.roles, role), place };
  return (
    <Table.Tr>
      <Table.Th scope="row">{title.role}</Table.Th>
      <Table.Td>
        <span dir="auto">{place}</span>
        {expiresAt !== null && (
          <p className={classes['hint']}>
            {text('keys.expires')}: {formats.instant(expiresAt)}
          </p>
        )}
      </Table.Td>
      <Table.Td>
        <ActButton
          label={text('people.revoke')}
          about={`${title.role} ${place}`}
          isDangerous
          ask={{ title: text('people.revokeTitle', title), text: text('people.revokeText') }}
          // Without a farm all roles are revoked; those of farms are granted again only explicitly.
          work={() =>
            callRoute('DELETE /os/users/{id}/access', {
              params: { id: userId },
              query: farm === null ? {} : { farmId: farm.id },
            })
          }
        />
      </Table.Td>
    </Table.Tr>
  );
}

function Give(props: { readonly userId: string; readonly onClose: () => void }) {
  const text = useText();
  const [grant, setGrant] = useState<GrantDraft>({ role: 'worker', farmIds: [] });
  const give = useAct(() => giveAccess(props.userId, grant), props.onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    give.mutate();
  };
  return (
    <Dialog title={text('people.give')} onClose={props.onClose}>
      <form onSubmit={submit} className={classes['form']}>
        <GrantFields grant={grant} onChange={setGrant} />
        <Refusal error={give.error} />
        <DialogButtons>
          <Button variant="default" onClick={props.onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" loading={give.isPending}>
            {text('people.give')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
