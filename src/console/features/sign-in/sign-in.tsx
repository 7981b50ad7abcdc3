import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { Page } from '../../ui/page.tsx';

/** Shown to those who are not signed in: how they get in. */
export function SignIn(): ReactNode {
  const text = useText();
  return (
    <main>
      <Page title={text('signIn.title')}>
        <p>{text('signIn.how')}</p>
        <pre dir="ltr">
          <code>farmctl console</code>
        </pre>
      </Page>
    </main>
  );
}
