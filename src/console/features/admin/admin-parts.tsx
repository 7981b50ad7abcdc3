import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../api/answers.ts';
import classes from './admin.module.css';

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
