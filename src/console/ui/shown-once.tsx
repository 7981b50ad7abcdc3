import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { labelOf } from '../../i18n/labels.ts';
import { useLanguage } from '../i18n/language.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

/** Secrets that are shown once, with buttons that copy them. */
export function ShownOnce(props: {
  readonly secrets: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}): ReactNode {
  const { wording } = useLanguage();
  const [copied, setCopied] = useState<string>();
  return (
    <Dialog title={wording.text('secret.title')} onClose={props.onClose}>
      <p>{wording.text('secret.text')}</p>
      {Object.entries(props.secrets).map(([name, secret]) => (
        <div key={name}>
          <TextInput
            label={labelOf(wording.labels, name)}
            value={secret}
            readOnly
            dir="ltr"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button
            mt="xs"
            variant="default"
            onClick={() =>
              navigator.clipboard.writeText(secret).then(
                () => setCopied(name),
                () => {},
              )
            }
          >
            {wording.text(copied === name ? 'secret.copied' : 'secret.copy')}
          </Button>
        </div>
      ))}
      <DialogButtons>
        <Button onClick={props.onClose}>{wording.text('secret.stored')}</Button>
      </DialogButtons>
    </Dialog>
  );
}
