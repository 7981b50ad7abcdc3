import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useErrorTexts } from '../api/error-texts.ts';
import { PasskeyUnavailable } from '../api/passkeys.ts';
import { PushUnavailable } from '../api/push-device.ts';
import { useText } from '../i18n/language.tsx';
import classes from './act.module.css';
import { Dialog, DialogButtons } from './dialog.tsx';

/** The message of a failed call, in the language of the console. */
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

/** Runs a call, and refetches the displayed data after `onDone`. */
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

/** A button that runs a call, after a confirmation if a question is given. */
export function ActButton<T>(props: {
  readonly label: string;
  /** The object of the action, for screen readers. */
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

/** Parses typed JSON; throws a localised message where it is invalid. */
export function parseJson(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch (error) {
    throw new NotJson(error instanceof Error ? error.message : '');
  }
}

/** The input is not JSON; the message is the parser's, with the position. */
class NotJson extends Error {}
