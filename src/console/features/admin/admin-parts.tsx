import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { foldText } from '../../../tools/words.ts';
import { useText } from '../../i18n/language.tsx';
import { useAllFarms } from '../../ui/farm.tsx';
import classes from './admin.module.css';

/** The farms of the session by name. */
export function useFarmNames(): (ids: readonly string[]) => string {
  const farms = useAllFarms();
  return (ids) => ids.map((id) => farms.find((farm) => farm.id === id)?.name ?? id).join(', ');
}

/** Above this number, choices can be searched. */
const FEW_CHOICES = 20;
/** Maximum number of displayed choices; rendering thousands takes seconds. */
const MAX_CHOICES = 100;

/** Check boxes for a small set of values, any number of which can be chosen. */
export function Choices<T extends string>(props: {
  readonly legend: string;
  readonly hint?: string;
  readonly of: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: readonly T[]) => void;
}): ReactNode {
  const { of, chosen } = props;
  const text = useText();
  const [typed, setTyped] = useState('');
  const shown = of
    .filter(({ label }) => foldText(label).includes(foldText(typed)))
    .slice(0, MAX_CHOICES);
  const toggle = (value: T) =>
    props.onChange(
      of.map((one) => one.value).filter((known) => (known === value) !== chosen.includes(known)),
    );
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      {props.hint !== undefined && <p className={classes['hint']}>{props.hint}</p>}
      {of.length > FEW_CHOICES && (
        <TextInput
          type="search"
          aria-label={`${text('records.search')}: ${props.legend}`}
          placeholder={text('records.search')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={classes['choices']}>
        {shown.map(({ value, label }) => (
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
