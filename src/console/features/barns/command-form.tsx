import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import type { Create } from '../../../model/resources/registry.ts';
import { parseNumber } from '../../fields/draft.ts';
import { capitalised, withSign } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import classes from './barn.module.css';

/** The possible values of a command parameter. */
interface Parameter {
  readonly name: string;
  readonly label: TextName;
  /** Displayed after the label, where the label does not contain it. */
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
}

const PERCENT = { name: 'pct', unit: '%', min: 0, max: 100 } as const;
const VENTILATION: Parameter = { ...PERCENT, label: 'command.ventilation' };

/** The available commands, with their parameters. */
const COMMANDS: Readonly<Record<string, readonly Parameter[]>> = {
  set_temp: [{ name: 'c', label: 'barn.temperature', unit: '°C', min: 10, max: 38 }],
  set_humidity: [{ ...PERCENT, label: 'barn.humidity' }],
  set_ventilation: [VENTILATION],
  set_min_ventilation: [VENTILATION],
  set_light: [
    { ...PERCENT, label: 'command.light' },
    { name: 'hours', label: 'command.hours', min: 0, max: 24 },
  ],
  start_heater: [],
  stop_heater: [],
  start_cooling: [],
  stop_cooling: [],
  start_feed: [],
  stop_feed: [],
  open_water: [],
  close_water: [],
  silence_alarm: [],
  read_now: [],
};

/** Chooses a command and its parameters. */
export function CommandForm(props: {
  readonly barnId: string;
  readonly onOrder: (body: Create<'controller-commands'>) => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const [command, setCommand] = useState('set_temp');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const parameters = COMMANDS[command] ?? [];
  const values = parameters.map((parameter) => ({
    ...parameter,
    value: parsed(typed[parameter.name], parameter),
  }));
  const order = () => {
    setIsChecked(true);
    if (values.some(({ value }) => value === undefined)) return;
    const params = Object.fromEntries(values.map(({ name, value }) => [name, value]));
    props.onOrder({ barnId: props.barnId, command, params, mode: 'manual' });
  };
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        order();
      }}
    >
      <NativeSelect
        label={text('command.choose')}
        value={command}
        data={Object.keys(COMMANDS).map((name) => ({
          value: name,
          label: capitalised(wordOf(labels, name)),
        }))}
        onChange={({ currentTarget }) => {
          setCommand(currentTarget.value);
          setTyped({});
          setIsChecked(false);
        }}
      />
      {values.map(({ name, label, unit, min, max, value }) => (
        <NumberInput
          key={name}
          label={unit === undefined ? text(label) : withSign(text(label), unit)}
          text={typed[name] ?? ''}
          error={
            isChecked && value === undefined
              ? text('command.range', { min: formats.number(min), max: formats.number(max) })
              : undefined
          }
          onText={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <Button type="submit" variant="default">
        {text('command.order')}
      </Button>
    </form>
  );
}

function parsed(typed: string | undefined, { min, max }: Parameter): number | undefined {
  const value = parseNumber(typed ?? '') ?? Number.NaN;
  return value >= min && value <= max ? value : undefined;
}
