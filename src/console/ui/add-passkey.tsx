import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { addPasskey, deviceName } from '../api/passkeys.ts';
import { useText } from '../i18n/language.tsx';
import { Refusal, useAct } from './act.tsx';

/** Creates a passkey; `onDone` is called when the service has it. */
export function AddPasskey({ onDone }: { readonly onDone?: () => void }): ReactNode {
  const text = useText();
  const add = useAct(() => addPasskey(deviceName() ?? text('passkeys.unnamed')), onDone);
  return (
    <>
      <Button loading={add.isPending} onClick={() => add.mutate()}>
        {text('passkeys.add')}
      </Button>
      <Refusal error={add.error} />
    </>
  );
}
