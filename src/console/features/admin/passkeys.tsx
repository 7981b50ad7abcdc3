import { Button, Table, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { offersPasskeys } from '../../api/passkeys.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { ActButton, Refusal, useAct } from '../../ui/act.tsx';
import { AddPasskey } from '../../ui/add-passkey.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import classes from './admin.module.css';

type Passkey = AnswerOf<'GET /os/passkeys'>['data'][number];

/** The passkeys of a user; the user adds and renames them, administrators remove them. */
export function Passkeys(props: {
  readonly userId: string;
  /** Whether they are those of the signed-in user. */
  readonly isOwn: boolean;
}): ReactNode {
  const { userId, isOwn } = props;
  const text = useText();
  const passkeys = useQuery({
    queryKey: ['passkeys', userId],
    queryFn: ({ signal }) => callRoute('GET /os/passkeys', { query: { userId }, signal }),
    meta: { isPrivate: true },
  });
  const mayAdd = isOwn && offersPasskeys();
  return (
    <Section title={text('passkeys.title')} aside={mayAdd && <AddPasskey />}>
      {isOwn && <p className={classes['hint']}>{text('passkeys.what')}</p>}
      {isOwn && !mayAdd && <p className={classes['hint']}>{text('passkeys.unavailable')}</p>}
      <Answered query={passkeys}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>{text('passkeys.none')}</Empty>
          ) : (
            <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
              <Table verticalSpacing="xs" role="table" className={classes['devices'] as string}>
                <Table.Tbody role="rowgroup">
                  {data.map((passkey) => (
                    <PasskeyRow key={passkey.id} passkey={passkey} isOwn={isOwn} />
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Answered>
    </Section>
  );
}

function PasskeyRow(props: { readonly passkey: Passkey; readonly isOwn: boolean }) {
  const { id, name, host, createdAt, usedAt } = props.passkey;
  const text = useText();
  const formats = useFormats();
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <Table.Tr role="row">
      <Table.Th scope="row" role="rowheader">
        <bdi>{name}</bdi>
        <p className={classes['hint']}>
          <bdi dir="ltr">{host}</bdi>
        </p>
      </Table.Th>
      <Table.Td role="cell">
        {usedAt === null
          ? text('passkeys.neverUsed')
          : text('people.used', { at: formats.instant(usedAt) })}
        <p className={classes['hint']}>
          {text('passkeys.created', { at: formats.instant(createdAt) })}
        </p>
      </Table.Td>
      <Table.Td role="cell">
        <div className={classes['actions']}>
          {props.isOwn && (
            <Button
              variant="default"
              aria-label={`${text('passkeys.rename')} ${name}`}
              onClick={() => setIsRenaming(true)}
            >
              {text('passkeys.rename')}
            </Button>
          )}
          <ActButton
            label={text('passkeys.remove')}
            about={name}
            isDangerous
            ask={{
              title: text('passkeys.removeTitle', { name }),
              text: text('passkeys.removeText'),
            }}
            work={() => callRoute('DELETE /os/passkeys/{id}', { params: { id } })}
          />
        </div>
        {isRenaming && <Rename passkey={props.passkey} onClose={() => setIsRenaming(false)} />}
      </Table.Td>
    </Table.Tr>
  );
}

function Rename({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const text = useText();
  const queries = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const rename = useAct(
    () => callRoute('PATCH /os/passkeys/{id}', { params: { id: passkey.id }, body: { name } }),
    async () => {
      await queries.invalidateQueries({ queryKey: ['passkeys'] });
      onClose();
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Dialog title={text('passkeys.rename')} onClose={onClose}>
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          label={text('passkeys.name')}
          value={name}
          maxLength={60}
          required
          dir="auto"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Refusal error={rename.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" loading={rename.isPending}>
            {text('passkeys.rename')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
