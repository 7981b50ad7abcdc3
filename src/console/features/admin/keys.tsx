import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type FullScope, fullScopes } from '../../../model/core/vocabulary.ts';
import { endOfDay, formatInstant } from '../../../tools/calendar.ts';
import { type AnswerOf, callRoute, keysQuery } from '../../api/answers.ts';
import { useFormats, useText, useZone } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { ActButton, Refusal, useAct } from '../../ui/act.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Empty, Forbidden, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import classes from './admin.module.css';
import { Choices, useFarmNames } from './admin-parts.tsx';

type Key = AnswerOf<'GET /os/keys'>['data'][number];

const SCOPE_NAMES: Readonly<Record<FullScope, TextName>> = {
  'read:*': 'keys.scope.read',
  'write:*': 'keys.scope.write',
  'ai:ask': 'keys.scope.ask',
  'actions:execute': 'keys.scope.actions',
  'admin:*': 'keys.scope.admin',
};

/** The API keys of the organisation: lists, creates and revokes them. A new key is shown once. */
export function Keys(): ReactNode {
  const text = useText();
  const can = useCan();
  const [isNew, setIsNew] = useState(false);
  const mayManage = can('admin:*');
  const { list: keys, rest } = useGrowingList((limit) => ({
    ...keysQuery(limit),
    enabled: mayManage,
  }));
  if (!mayManage) return <Forbidden scope="admin:*" />;
  return (
    <Page
      title={text('nav.keys')}
      aside={<Button onClick={() => setIsNew(true)}>{text('keys.new')}</Button>}
    >
      {!keys.data && <Unanswered query={keys} />}
      {keys.data?.data.length === 0 && <Empty />}
      {keys.data && keys.data.data.length > 0 && <KeyTable keys={keys.data.data} />}
      {rest}
      {isNew && <NewKey onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const text = useText();
  const formats = useFormats();
  const farmNames = useFarmNames();
  return (
    <CardTable
      label={text('nav.keys')}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: text('keys.name'),
          of: ({ name, last4, revokedAt }) => (
            <span data-revoked={revokedAt !== null} className={classes['row']}>
              <span dir="auto">{name}</span>{' '}
              <code dir="ltr" className={classes['digits']}>
                …{last4}
              </code>
            </span>
          ),
        },
        {
          heading: text('keys.scopes'),
          isLong: true,
          of: ({ scopes }) =>
            scopes.map((scope) => (
              <span key={scope} className={classes['scope']}>
                {isFullScope(scope) ? text(SCOPE_NAMES[scope]) : <code dir="ltr">{scope}</code>}
              </span>
            )),
        },
        {
          heading: text('keys.farms'),
          of: ({ allFarms, farmIds }) =>
            allFarms ? text('keys.allFarms') : <bdi>{farmNames(farmIds)}</bdi>,
        },
        { heading: text('keys.created'), of: ({ createdAt }) => formats.instant(createdAt) },
        {
          heading: text('keys.expires'),
          of: ({ expiresAt }) =>
            expiresAt === null ? text('keys.never') : formats.instant(expiresAt),
        },
        {
          heading: '',
          of: (key) => (key.revokedAt === null ? <Revoke entry={key} /> : text('keys.revoked')),
        },
      ]}
    />
  );
}

function isFullScope(scope: string): scope is FullScope {
  return fullScopes.some((known) => known === scope);
}

function Revoke({ entry }: { readonly entry: Key }) {
  const text = useText();
  const { id, name } = entry;
  return (
    <ActButton
      label={text('keys.revoke')}
      about={name}
      isDangerous
      ask={{ title: text('keys.revokeTitle', { name }), text: text('keys.revokeText') }}
      work={() => callRoute('DELETE /os/keys/{id}', { params: { id } })}
    />
  );
}

function NewKey({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const zone = useZone();
  const can = useCan();
  const [name, setName] = useState('');
  const [until, setUntil] = useState('');
  const [scopes, setScopes] = useState<readonly FullScope[]>(['read:*']);
  const create = useAct(async () => {
    const expiresAt = until === '' ? {} : { expiresAt: formatInstant(endOfDay(until, zone)) };
    const body = { name: name.trim(), scopes, ...expiresAt };
    return (await callRoute('POST /os/keys', { body })) as { readonly key?: string };
  });
  const secret = create.data?.key;
  if (secret !== undefined) return <ShownOnce secrets={{ key: secret }} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title={text('keys.new')} onClose={onClose}>
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          label={text('keys.name')}
          required
          maxLength={120}
          dir="auto"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Choices
          legend={text('keys.scopes')}
          of={fullScopes.filter(can).map((value) => ({ value, label: text(SCOPE_NAMES[value]) }))}
          chosen={scopes}
          onChange={setScopes}
        />
        <TextInput
          type="date"
          label={text('keys.expires')}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
        <Refusal error={create.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={name.trim() === '' || scopes.length === 0}
            loading={create.isPending}
          >
            {text('keys.create')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
