import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { withUnit } from '../../../i18n/labels.ts';
import { languages } from '../../../model/core/message.ts';
import { type AnswerOf, callRoute, meQuery } from '../../api/answers.ts';
import { parseNumber } from '../../fields/draft.ts';
import { isolated } from '../../i18n/formats.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { LANGUAGE_NAMES } from '../../i18n/texts.ts';
import { Refusal, useAct } from '../../ui/act.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { Answered, Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import classes from './admin.module.css';

type Settings = AnswerOf<'GET /os/settings'>;
type Changes = Readonly<Record<string, unknown>>;

const INITIAL_THRESHOLDS = 12;
/** Above this number, farms are chosen from their list. */
const INITIAL_FARMS = 24;

const change = (body: Changes) => callRoute('PATCH /os/settings', { body });

/** The settings of the organisation for all its farms, and links to those of each farm. */
export function SettingsScreen(): ReactNode {
  const text = useText();
  const mayManage = useCan()('admin:*');
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => callRoute('GET /os/settings', { signal }),
    meta: { isPrivate: true },
    enabled: mayManage,
  });
  if (!mayManage) return <Forbidden scope="admin:*" />;
  return (
    <Page title={text('nav.settings')}>
      <Answered query={settings}>
        {(found) => (
          <>
            <Organisation key={found.updatedAt} of={found.organisation} />
            <FarmLinks />
            <ThresholdList of={found.thresholds} />
            <Retention of={found.retention} />
          </>
        )}
      </Answered>
    </Page>
  );
}

function Organisation({ of }: { readonly of: Settings['organisation'] }) {
  const text = useText();
  const [name, setName] = useState(of.name);
  const [timezone, setTimezone] = useState(of.timezone);
  const [language, setLanguage] = useState<string>(of.language);
  const save = useAct(() => change({ name: name.trim(), timezone: timezone.trim(), language }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isSame = name === of.name && timezone === of.timezone && language === of.language;
  return (
    <Section title={text('settings.organisation')}>
      <form onSubmit={submit} className={`${classes['form']} ${classes['narrow']}`}>
        <TextInput
          label={text('keys.name')}
          required
          maxLength={120}
          dir="auto"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={text('settings.timezone')}
          description={text('settings.timezoneHint')}
          required
          list="time-zones"
          dir="ltr"
          value={timezone}
          onChange={({ currentTarget }) => setTimezone(currentTarget.value)}
        />
        <datalist id="time-zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <NativeSelect
          label={text('settings.language')}
          description={text('settings.languageHint')}
          value={language}
          data={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
        />
        <Refusal error={save.error} />
        <div className={classes['actions']}>
          <Button type="submit" disabled={isSame} loading={save.isPending}>
            {text('form.save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function FarmLinks() {
  const text = useText();
  const { data: me } = useQuery(meQuery);
  const { farms = [], farmCount = 0 } = me ?? {};
  return (
    <Section title={text('settings.farms')}>
      <p className={classes['hint']}>{text('settings.farmsHint')}</p>
      <div className={classes['actions']}>
        {farms.slice(0, INITIAL_FARMS).map(({ id, name }) => (
          <Link
            key={id}
            to="/records/$resource/$id/edit"
            params={{ resource: 'farms', id }}
            search={{ farm: id }}
            dir="auto"
            className={classes['farm'] as string}
          >
            {name}
          </Link>
        ))}
        {farmCount > INITIAL_FARMS && (
          <Link
            to="/records/$resource"
            params={{ resource: 'farms' }}
            className={classes['farm'] as string}
          >
            {text('today.moreActions', { count: farmCount - INITIAL_FARMS })}
          </Link>
        )}
      </div>
    </Section>
  );
}

function ThresholdList({ of }: { readonly of: Settings['thresholds'] }) {
  const text = useText();
  const [filter, setFilter] = useState('');
  const [isChangedOnly, setIsChangedOnly] = useState(false);
  const [count, setCount] = useState(INITIAL_THRESHOLDS);
  const words = filter.toLowerCase().split(/\s+/);
  const shown = of.filter(
    ({ name, note, value, default: usual }) =>
      (!isChangedOnly || value !== usual) &&
      words.every((word) => `${name} ${note}`.toLowerCase().includes(word)),
  );
  return (
    <Section title={text('settings.thresholds')}>
      <p className={classes['hint']}>{text('settings.thresholdsHint')}</p>
      <div className={`${classes['form']} ${classes['narrow']}`}>
        <TextInput
          type="search"
          label={text('records.search')}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={isChangedOnly}
            onChange={({ currentTarget }) => setIsChangedOnly(currentTarget.checked)}
          />
          {text('settings.changedOnly')}
        </label>
      </div>
      {shown.length === 0 && <Empty>{text('state.filtered')}</Empty>}
      {shown.slice(0, count).map(({ name, note, value, default: usual, min, max, unit }) => (
        <Setting
          key={`${name} ${value}`}
          title={note}
          value={value}
          usual={usual}
          range={[min, max]}
          unit={unit}
          onSave={(next) => change({ thresholds: { [name]: next } })}
        />
      ))}
      {shown.length > count && (
        <Button variant="default" mt="sm" onClick={() => setCount(shown.length)}>
          {text('work.more')}
        </Button>
      )}
    </Section>
  );
}

function Retention({ of }: { readonly of: Settings['retention'] }) {
  const text = useText();
  return (
    <Section title={text('settings.retention')}>
      <p className={classes['hint']}>{text('settings.retentionHint')}</p>
      {of.map(({ name, note, days, default: usual, min, max }) => (
        <Setting
          key={`${name} ${days}`}
          title={note}
          value={days}
          usual={usual}
          range={[min, max]}
          unit="days"
          onSave={(next) => change({ retention: { [name]: next } })}
        />
      ))}
    </Section>
  );
}

/** One number that can be changed and reset to its default. */
function Setting(props: {
  readonly title: string;
  readonly value: number | null;
  readonly usual: number | null;
  readonly range: readonly [min: number, max: number];
  readonly unit: string;
  readonly onSave: (value: number | null) => Promise<unknown>;
}) {
  const { title, value, usual, range, unit } = props;
  const text = useText();
  const { wording } = useLanguage();
  const formats = useFormats();
  const [typed, setTyped] = useState(value === null ? '' : String(value));
  const save = useAct(props.onSave);
  const shown = (number: number | null) =>
    number === null
      ? text('settings.forGood')
      : isolated(withUnit(wording, { number: formats.number(number, 4), unit, count: number }));
  const [isChecked, setIsChecked] = useState(false);
  const next = parseNumber(typed);
  const isRefused = next === undefined || (next !== null && (next < range[0] || next > range[1]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(isRefused);
    if (!isRefused) save.mutate(next);
  };
  return (
    <div className={classes['setting']}>
      <div>
        {title}
        <p>
          <bdi>
            {text('settings.range', { min: formats.number(range[0], 4), max: shown(range[1]) })}
          </bdi>
          {' · '}
          <span className={value === usual ? undefined : classes['changed']}>
            {text('settings.default', { value: shown(usual) })}
          </span>
        </p>
        <Refusal error={save.error} />
      </div>
      <form onSubmit={submit} noValidate>
        <NumberInput
          aria-label={title}
          placeholder={usual === null ? text('settings.forGood') : formats.toInput(String(usual))}
          text={typed}
          onText={setTyped}
          error={
            isChecked &&
            isRefused &&
            text('command.range', {
              min: formats.number(range[0], 4),
              max: formats.number(range[1], 4),
            })
          }
        />
        <Button
          type="submit"
          variant="default"
          disabled={typed === (value === null ? '' : String(value))}
          loading={save.isPending}
          aria-label={`${text('form.save')}: ${title}`}
        >
          {text('form.save')}
        </Button>
        {value !== usual && (
          <Button
            variant="subtle"
            aria-label={`${text('settings.reset')}: ${title}`}
            onClick={() => save.mutate(null)}
          >
            {text('settings.reset')}
          </Button>
        )}
      </form>
    </div>
  );
}
