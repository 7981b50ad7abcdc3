import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useErrorTexts } from '../api/error-texts.ts';
import { PasskeyUnavailable } from '../api/passkeys.ts';
import { PushUnavailable } from '../api/push-device.ts';
import { useText } from '../i18n/language.tsx';
import classes from './act.module.css';
import { Dialog, DialogButtons } from './dialog.tsx';

/** What a failed call says, in the language of the console. */
export function Refusal({ error }: { readonly error: unknown }): ReactNode {
  const texts = useErrorTexts();
  const text = useText();
  if (error === null || error === undefined) return null;
  if (error instanceof NotJson) {
    return (
      <p role="alert" className={classes['refusal']}>
        {text('integrations.notJson')} <bdi dir="ltr">{error.message}</bdi>
      </p>
    );
  }
  const ofBrowser =
    error instanceof PasskeyUnavailable
      ? text(`passkeys.${error.fault}`)
      : error instanceof PushUnavailable && text('notices.device.failed');
  return (
    <p role="alert" className={classes['refusal']} dir="auto">
      {ofBrowser || texts?.ofError(error)}
    </p>
  );
}

/** Runs a call, and reads again what is on the screen once `onDone` has ended. */
export function useAct<T, I = void>(
  work: (input: I) => Promise<T>,
  onDone?: (result: T) => unknown,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: work,
    onSuccess: async (result) => {
      await onDone?.(result);
      await queries.invalidateQueries();
    },
  });
}

/** A button that runs a call; it asks first where it is given a question. */
export function ActButton<T>(props: {
  readonly label: string;
  /** Names what it is about, for those who hear the button alone. */
  readonly about?: string;
  readonly work: () => Promise<T>;
  readonly onDone?: (result: T) => unknown;
  readonly ask?: { readonly title: string; readonly text: string };
  readonly isDangerous?: boolean;
}): ReactNode {
  const { label, about, ask } = props;
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const act = useAct(props.work, (result) => {
    setIsAsking(false);
    return props.onDone?.(result);
  });
  return (
    <>
      <Button
        variant="default"
        loading={act.isPending && !isAsking}
        {...(about === undefined ? {} : { 'aria-label': `${label} ${about}` })}
        onClick={() => (ask ? setIsAsking(true) : act.mutate())}
      >
        {label}
      </Button>
      {!ask && <Refusal error={act.error} />}
      {ask && isAsking && (
        <Dialog title={ask.title} onClose={() => setIsAsking(false)}>
          <p dir="auto">{ask.text}</p>
          <Refusal error={act.error} />
          <DialogButtons>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {text('dialog.cancel')}
            </Button>
            <Button
              color={props.isDangerous ? 'red' : 'green'}
              loading={act.isPending}
              onClick={() => act.mutate()}
            >
              {label}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  );
}

/** A typed JSON value; throws a sentence of the console where it is none. */
export function parseJson(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch (error) {
    throw new NotJson(error instanceof Error ? error.message : '');
  }
}

/** What was typed is not JSON; the message is the parser's, which says where. */
class NotJson extends Error {}
