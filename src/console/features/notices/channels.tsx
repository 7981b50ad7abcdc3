import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { type AnswerOf, callRoute, meQuery } from '../../api/answers.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { ActButton, Refusal, useAct } from '../../ui/act.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import classes from './notices.module.css';
import { ThisDevice } from './this-device.tsx';

type Channel = AnswerOf<'GET /os/notices/channels'>['data'][number];

/** The kinds that users can add for themselves; http channels are for administrators. */
const OWN_KINDS = ['email', 'telegram'] as const;
type OwnKind = (typeof OWN_KINDS)[number];

/** The channels of the user: add, verify, test and remove them. */
export function Channels(): ReactNode {
  const text = useText();
  const { data: me } = useQuery(meQuery);
  const [isNew, setIsNew] = useState(false);
  const userId = me?.user?.id;
  const channels = useQuery({
    queryKey: ['notice-channels', userId],
    queryFn: ({ signal }) =>
      callRoute('GET /os/notices/channels', { query: { userId: userId ?? '' }, signal }),
    meta: { isPrivate: true },
    enabled: userId !== undefined,
  });
  // A key is not a user: it has no channels.
  if (me && userId === undefined) return null;
  return (
    <Section
      title={text('notices.channels')}
      aside={
        <Button variant="default" onClick={() => setIsNew(true)}>
          {text('notices.addChannel')}
        </Button>
      }
    >
      <Answered query={channels}>
        {({ data }) => (
          <>
            <ThisDevice channels={data} />
            {data.length === 0 && <Empty>{text('notices.noChannels')}</Empty>}
            <ul className={classes['channels']}>
              {data.map((channel) => (
                <ChannelItem key={channel.id} channel={channel} />
              ))}
            </ul>
          </>
        )}
      </Answered>
      {isNew && <NewChannel onClose={() => setIsNew(false)} />}
    </Section>
  );
}

function ChannelItem({ channel }: { readonly channel: Channel }) {
  const text = useText();
  const { labels } = useLanguage().wording;
  const { id, kind, address, verified, disabledAt } = channel;
  const isUsable = verified && disabledAt === null;
  const params = { id };
  return (
    <li>
      <div>
        <strong>
          <bdi dir="ltr">{address}</bdi>
        </strong>{' '}
        {wordOf(labels, kind)}
        <p className={isUsable ? classes['hint'] : classes['trouble']}>
          <ChannelState channel={channel} />
        </p>
        {!isUsable && <Verify channel={channel} />}
      </div>
      <div className={classes['actions']}>
        {isUsable ? (
          <ActButton
            label={text('notices.sendTest')}
            about={address}
            work={() => callRoute('POST /os/notices/test', { body: { channelId: id } })}
          />
        ) : (
          <ActButton
            label={text('notices.newCode')}
            about={address}
            work={() => callRoute('POST /os/notices/channels/{id}/send-code', { params })}
          />
        )}
        <ActButton
          label={text('notices.remove')}
          about={address}
          isDangerous
          ask={{
            title: text('notices.removeTitle', { address }),
            text: text('notices.removeText'),
          }}
          work={() => callRoute('DELETE /os/notices/channels/{id}', { params })}
        />
      </div>
    </li>
  );
}

function ChannelState({ channel }: { readonly channel: Channel }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const { verified, disabledAt, codeFailure } = channel;
  if (disabledAt !== null) return text('notices.disabled', { at: formats.instant(disabledAt) });
  if (verified) return text('notices.verified');
  if (codeFailure === undefined) return text('notices.notVerified');
  return text('notices.codeUnsent', { reason: wordOf(labels, codeFailure) });
}

function Verify({ channel }: { readonly channel: Channel }) {
  const text = useText();
  const [code, setCode] = useState('');
  const verify = useAct(() =>
    callRoute('POST /os/notices/channels/{id}/verify', {
      params: { id: channel.id },
      body: { code: code.trim() },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate();
  };
  return (
    <form onSubmit={submit} className={classes['verify']}>
      <TextInput
        label={text('notices.code')}
        dir="ltr"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" disabled={code.trim() === ''} loading={verify.isPending}>
        {text('notices.verify')}
      </Button>
      <Refusal error={verify.error} />
    </form>
  );
}

function NewChannel({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { labels } = useLanguage().wording;
  const [kind, setKind] = useState<OwnKind>('email');
  const [address, setAddress] = useState('');
  const add = useAct(
    () => callRoute('POST /os/notices/channels', { body: { kind, address: address.trim() } }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Dialog title={text('notices.addChannel')} onClose={onClose}>
      <form onSubmit={submit} className={classes['form']}>
        <NativeSelect
          label={text('notices.kind')}
          value={kind}
          data={OWN_KINDS.map((value) => ({ value, label: wordOf(labels, value) }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as OwnKind)}
        />
        <TextInput
          label={text('notices.address')}
          description={text(`notices.address.${kind}`)}
          type={kind === 'email' ? 'email' : 'text'}
          dir="ltr"
          required
          maxLength={254}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <p className={classes['hint']}>{text('notices.codeHint')}</p>
        <Refusal error={add.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" disabled={address.trim() === ''} loading={add.isPending}>
            {text('notices.addChannel')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
