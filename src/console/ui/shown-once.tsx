import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { labelOf } from '../../i18n/labels.ts';
import { useLanguage } from '../i18n/language.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';
import classes from './shown-once.module.css';

/** Secrets that are shown once, with buttons that copy them. */
export function ShownOnce(props: {
  readonly secrets: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}): ReactNode {
  const { wording } = useLanguage();
  return (
    <Dialog title={wording.text('secret.title')} onClose={props.onClose}>
      <p>{wording.text('secret.text')}</p>
      {Object.entries(props.secrets).map(([name, secret]) => (
        <div key={name} className={classes['secret']}>
          <TextInput
            label={labelOf(wording.labels, name)}
            value={secret}
            readOnly
            dir="ltr"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton value={secret} />
        </div>
      ))}
      <DialogButtons>
        <Button onClick={props.onClose}>{wording.text('secret.stored')}</Button>
      </DialogButtons>
    </Dialog>
  );
}
