import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/language.tsx';

/** Copies a text; absent where the browser has no clipboard, as on plain http in a local network. */
export function CopyButton(props: {
  readonly value: string;
  /** The name of the text, where it is not next to the button. */
  readonly label?: string;
}): ReactNode {
  const text = useText();
  const [isCopied, setIsCopied] = useState(false);
  if (!window.isSecureContext) return null;
  const name = text(isCopied ? 'secret.copied' : 'secret.copy');
  return (
    <Button
      variant="default"
      aria-label={props.label && `${name}: ${props.label}`}
      onClick={() =>
        navigator.clipboard.writeText(props.value).then(
          () => setIsCopied(true),
          () => {},
        )
      }
    >
      {name}
    </Button>
  );
}
