import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { meQuery } from '../../api/answers.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { useText } from '../../i18n/language.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import classes from './admin.module.css';

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
  return (
    <p role="alert" className={classes['refusal']} dir="auto">
      {texts?.ofError(error)}
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

/** The farms of the session by name. */
export function useFarmNames(): (ids: readonly string[]) => string {
  const { data: me } = useQuery(meQuery);
  return (ids) => ids.map((id) => me?.farms.find((farm) => farm.id === id)?.name ?? id).join(', ');
}

/** Check boxes for values of a few, of which any number can be chosen. */
export function Choices<T extends string>(props: {
  readonly legend: string;
  readonly hint?: string;
  readonly of: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}): ReactNode {
  const { of, chosen } = props;
  const toggle = (value: T) =>
    props.onChange(
      of.map((one) => one.value).filter((known) => (known === value) !== chosen.includes(known)),
    );
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      {props.hint !== undefined && <p className={classes['hint']}>{props.hint}</p>}
      <div className={classes['choices']}>
        {of.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Names and values below each other. */
export function Facts(props: {
  readonly of: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className={classes['facts']}>
      {props.of
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
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
