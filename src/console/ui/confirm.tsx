import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

/** Asks before something is done; Escape and the second button do nothing. */
export function Confirm(props: {
  readonly title: string;
  /** Text of the button that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}): ReactNode {
  const text = useText();
  return (
    <Dialog title={props.title} onClose={props.onCancel}>
      {props.children}
      <DialogButtons>
        <Button color={props.isDangerous ? 'red' : 'green'} onClick={props.onConfirm}>
          {props.action}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          {text('action.cancel')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
