import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../i18n/language.tsx';
import classes from './dialog.module.css';
import { Words } from './words.tsx';

/** A modal question or form; Escape and the close button dismiss it. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const text = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing restores the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes['dialog']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <header className={classes['header']}>
        <h2 id={id} dir="auto">
          <Words>{props.title}</Words>
        </h2>
        <button
          type="button"
          className={classes['close']}
          aria-label={text('dialog.close')}
          onClick={props.onClose}
        >
          ✕
        </button>
      </header>
      {props.children}
    </dialog>
  );
}

/** The buttons of a dialog or form. */
export function DialogButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <footer className={classes['buttons']}>{children}</footer>;
}

/** Asks for confirmation; Escape and the second button cancel. */
export function Confirm(props: {
  readonly title: string;
  /** Text of the confirming button. */
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
