import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.tsx';
import { useOutbox } from '../../offline/use-outbox.tsx';
import { Empty, Page } from '../../ui/page.tsx';
import { Pending } from '../../ui/pending.tsx';

/** The person's unsent writes on this device. */
export function Unsent(): ReactNode {
  const text = useText();
  const isEmpty = useOutbox().length === 0;
  return (
    <Page title={text('outbox.screen')}>
      {isEmpty ? <Empty>{text('outbox.allSent')}</Empty> : <Pending />}
    </Page>
  );
}
