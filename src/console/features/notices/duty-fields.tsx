import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import {
  type DraftException,
  type DraftLevel,
  type DraftShift,
  type Keyed,
  newException,
  newLevel,
  newShift,
  WEEKDAYS,
} from './duty-draft.ts';
import classes from './notices.module.css';

/** Users who can be put on duty, with their names. */
export type People = readonly { readonly value: string; readonly label: string }[];

interface ListProps<T> {
  readonly entries: readonly T[];
  readonly people: People;
  readonly onChange: (entries: readonly T[]) => void;
}

/** A list with controls to add, change and remove entries. */
function Entries<T>(props: {
  readonly name: 'shift' | 'exception' | 'level';
  readonly add: string;
  readonly entries: readonly Keyed<T>[];
  readonly create: () => Keyed<T>;
  readonly onChange: (entries: readonly Keyed<T>[]) => void;
  readonly children: (entry: Keyed<T>, onEntry: (change: Partial<T>) => void) => ReactNode;
}): ReactNode {
  const { name, entries, onChange } = props;
  const text = useText();
  return (
    <>
      {entries.map((entry, index) => {
        const title = text(`notices.plan.${name}`, { number: index + 1 });
        return (
          <fieldset key={entry.key} className={classes['entry']}>
            <legend>{title}</legend>
            {props.children(entry, (change) =>
              onChange(entries.map((one) => (one.key === entry.key ? { ...one, ...change } : one))),
            )}
            <Button
              variant="default"
              aria-label={`${text('notices.remove')} ${title}`}
              onClick={() => onChange(entries.filter(({ key }) => key !== entry.key))}
            >
              {text('notices.remove')}
            </Button>
          </fieldset>
        );
      })}
      <Button variant="default" onClick={() => onChange([...entries, props.create()])}>
        {props.add}
      </Button>
    </>
  );
}

/** Weekly on-call hours by person. */
export function ShiftFields({ entries, people, onChange }: ListProps<DraftShift>): ReactNode {
  const text = useText();
  return (
    <Entries
      name="shift"
      add={text('notices.plan.addShift')}
      entries={entries}
      create={newShift}
      onChange={onChange}
    >
      {({ userId, days, from, to }, onEntry) => (
        <>
          <Person
            label={text('notices.plan.person')}
            isRequired
            people={people}
            value={userId}
            onValue={(value) => onEntry({ userId: value })}
          />
          <Days days={days} onDays={(chosen) => onEntry({ days: chosen })} />
          <Hours from={from} to={to} isRequired onHours={onEntry} />
        </>
      )}
    </Entries>
  );
}

/** Days with another user, or no user, on call. */
export function ExceptionFields(props: ListProps<DraftException>): ReactNode {
  const { entries, people, onChange } = props;
  const text = useText();
  return (
    <Entries
      name="exception"
      add={text('notices.plan.addException')}
      entries={entries}
      create={newException}
      onChange={onChange}
    >
      {({ userId, from, to }, onEntry) => (
        <>
          <Person
            label={text('notices.plan.person')}
            empty={text('notices.nobody')}
            people={people}
            value={userId}
            onValue={(value) => onEntry({ userId: value })}
          />
          <TextInput
            type="date"
            label={text('notices.plan.firstDay')}
            required
            value={from}
            onChange={({ currentTarget }) => onEntry({ from: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={text('notices.plan.lastDay')}
            required
            min={from}
            value={to}
            onChange={({ currentTarget }) => onEntry({ to: currentTarget.value })}
          />
        </>
      )}
    </Entries>
  );
}

const MAX_MINUTES = 240;

/** The recipients of the next levels while nobody acknowledges. */
export function LevelFields({ entries, people, onChange }: ListProps<DraftLevel>): ReactNode {
  const text = useText();
  return (
    <Entries
      name="level"
      add={text('notices.plan.addLevel')}
      entries={entries}
      create={newLevel}
      onChange={onChange}
    >
      {({ userIds, afterMinutes }, onEntry) => (
        <>
          <NumberInput
            label={text('notices.plan.minutes')}
            required
            isWhole
            text={afterMinutes === 0 ? '' : String(afterMinutes)}
            onText={(typed) => {
              const minutes = Number(typed.replace(/\D/g, '').slice(0, 4));
              onEntry({ afterMinutes: Math.min(minutes, MAX_MINUTES) });
            }}
          />
          {[...userIds, ''].map((userId, at) => (
            <Person
              // Choosing a person in the empty one adds the next empty one.
              key={userId}
              label={text(at === 0 ? 'notices.plan.person' : 'notices.plan.another')}
              isRequired={userIds.length === 0}
              people={people.filter(({ value }) => value === userId || !userIds.includes(value))}
              value={userId}
              onValue={(value) =>
                onEntry({
                  userIds: [...userIds.slice(0, at), value, ...userIds.slice(at + 1)].filter(
                    (id) => id !== '',
                  ),
                })
              }
            />
          ))}
        </>
      )}
    </Entries>
  );
}

/** Two times of day. */
export function Hours(props: {
  readonly from: string;
  readonly to: string;
  readonly isRequired: boolean;
  readonly onHours: (change: { readonly from: string } | { readonly to: string }) => void;
}): ReactNode {
  const { from, to, isRequired, onHours } = props;
  const text = useText();
  return (
    <>
      <TextInput
        type="time"
        label={text('notices.plan.from')}
        required={isRequired}
        value={from}
        onChange={({ currentTarget }) => onHours({ from: currentTarget.value })}
      />
      <TextInput
        type="time"
        label={text('notices.plan.to')}
        required={isRequired}
        value={to}
        onChange={({ currentTarget }) => onHours({ to: currentTarget.value })}
      />
    </>
  );
}

function Person(props: {
  readonly label: string;
  readonly empty?: string;
  readonly isRequired?: boolean;
  readonly people: People;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const { label, empty, isRequired = false, people, value } = props;
  const text = useText();
  return (
    <NativeSelect
      label={label}
      required={isRequired}
      value={value}
      data={[{ value: '', label: empty ?? text('notices.plan.choose') }, ...people]}
      onChange={({ currentTarget }) => props.onValue(currentTarget.value)}
    />
  );
}

const SUNDAY = 7;

function Days(props: {
  readonly days: readonly number[];
  readonly onDays: (days: number[]) => void;
}) {
  const { days, onDays } = props;
  const text = useText();
  const { language } = useLanguage().wording;
  const order = language === 'he' ? [SUNDAY, ...WEEKDAYS.filter((day) => day < SUNDAY)] : WEEKDAYS;
  return (
    <fieldset className={classes['weekdays']}>
      <legend>{text('notices.plan.days')}</legend>
      <div className={classes['days']}>
        {order.map((day) => (
          <Check
            key={day}
            label={weekdayName(day, language)}
            isChecked={days.includes(day)}
            onChecked={(isChecked) =>
              onDays(WEEKDAYS.filter((one) => (one === day ? isChecked : days.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** 2024-01-01 was a Monday. */
function weekdayName(day: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, day));
}

/** A check box. */
export function Check(props: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChecked: (isChecked: boolean) => void;
}): ReactNode {
  return (
    <label className={classes['check']}>
      <input
        type="checkbox"
        checked={props.isChecked}
        onChange={({ currentTarget }) => props.onChecked(currentTarget.checked)}
      />
      {props.label}
    </label>
  );
}
