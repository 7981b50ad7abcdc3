import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../api/answers.ts';
import { useText } from '../../i18n/language.tsx';
import { Answered, Page } from '../../ui/page.tsx';
import { Passkeys } from '../admin/passkeys.tsx';
import { Sessions } from '../admin/sessions.tsx';

/** The passkeys and sessions of the signed-in user; an API key has neither. */
export function Account(): ReactNode {
  const text = useText();
  const me = useQuery(meQuery);
  return (
    <Page title={text('account.title')}>
      <Answered query={me}>
        {({ user }) =>
          user ? (
            <>
              <p dir="auto">{text('signedInAs', { name: user.name })}</p>
              <Passkeys userId={user.id} isOwn />
              <Sessions userId={user.id} />
            </>
          ) : (
            <>
              <p>{text('account.key')}</p>
              <pre dir="ltr">farmctl console</pre>
            </>
          )
        }
      </Answered>
    </Page>
  );
}
