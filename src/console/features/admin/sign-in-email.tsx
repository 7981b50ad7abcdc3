import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { callRoute } from '../../api/answers.ts';
import { callApi } from '../../api/http.ts';
import { useText } from '../../i18n/language.tsx';
import { Refusal, useAct } from '../../ui/act.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { Answered, Empty, Section } from '../../ui/page.tsx';
import { useProvider } from '../sign-in/provider.tsx';
import classes from './admin.module.css';

/** The address that identifies a user at the identity provider; empty without a provider. */
export function SignInEmail({ userId }: { readonly userId: string }): ReactNode {
  const text = useText();
  const provider = useProvider();
  const [isSetting, setIsSetting] = useState(false);
  const user = useQuery({
    queryKey: ['users', 'email', userId],
    queryFn: async ({ signal }) => {
      const path = `/users/${encodeURIComponent(userId)}`;
      return (await callApi({ path, signal })) as { readonly email: string | null };
    },
    meta: { isPrivate: true },
    enabled: provider !== undefined,
  });
  if (!provider) return null;
  return (
    <Section
      title={text('email.title')}
      aside={
        <Button variant="default" onClick={() => setIsSetting(true)}>
          {text('email.set')}
        </Button>
      }
    >
      <p className={classes['hint']}>{text('email.hint', provider)}</p>
      <Answered query={user}>
        {({ email }) => (
          <>
            {email === null ? (
              <Empty>{text('email.none', provider)}</Empty>
            ) : (
              <p>
                <bdi dir="ltr">{email}</bdi>
              </p>
            )}
            {isSetting && (
              <SetEmail userId={userId} email={email} onClose={() => setIsSetting(false)} />
            )}
          </>
        )}
      </Answered>
    </Section>
  );
}

function SetEmail(props: {
  readonly userId: string;
  readonly email: string | null;
  readonly onClose: () => void;
}) {
  const { userId, onClose } = props;
  const text = useText();
  const [email, setEmail] = useState(props.email ?? '');
  const set = useAct(
    () =>
      callRoute('PUT /os/users/{id}/email', {
        params: { id: userId },
        body: { email: email.trim() === '' ? null : email },
      }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate();
  };
  return (
    <Dialog title={text('email.set')} onClose={onClose}>
      <form onSubmit={submit} className={classes['form']}>
        <TextInput
          label={text('email.title')}
          type="email"
          value={email}
          maxLength={254}
          dir="ltr"
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Refusal error={set.error} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
          <Button type="submit" loading={set.isPending}>
            {text('email.set')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
