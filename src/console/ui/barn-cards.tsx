import type { ReactNode } from 'react';
import type { BarnState } from '../api/answers.ts';
import { useFormats, useText } from '../i18n/language.tsx';
import classes from './barn-cards.module.css';
import { SeverityMark } from './severity-mark.tsx';

/** A card for each barn, the worst first. */
export function BarnCards(props: { readonly barns: readonly BarnState[] }): ReactNode {
  const sorted = props.barns.toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <ul className={classes['cards']}>
      {sorted.map((barn) => (
        <BarnCard key={`${barn.barnId} ${barn.flockId}`} barn={barn} />
      ))}
    </ul>
  );
}

const RANKS = ['critical', 'warning', 'ok', 'empty'];

function rankOf({ state }: BarnState): number {
  return RANKS.indexOf(state);
}

function BarnCard({ barn }: { readonly barn: BarnState }) {
  const text = useText();
  const formats = useFormats();
  const { ageDays, flock, breed } = barn;
  return (
    <li className={classes['card']} data-state={barn.state}>
      <header>
        <h3 dir="auto">{barn.barn}</h3>
        <SeverityMark severity={barn.state} />
      </header>
      <p>
        {flock === null ? (
          text('barn.empty')
        ) : (
          <bdi>{[flock, breed].filter(Boolean).join(' · ')}</bdi>
        )}
        {ageDays !== null && <> · {text('barn.age', { days: ageDays })}</>}
      </p>
      {flock !== null && (
        <dl>
          <Value
            name="figure.birds"
            value={numberOf(barn.live, (live) => formats.number(live, 0))}
          />
          <Value
            name="barn.deaths"
            value={numberOf(barn.mortality?.today, (dead) => formats.number(dead, 0))}
          />
          <Value name="barn.weight" value={weightOf(barn, formats)} />
          <Value
            name="barn.feedLeft"
            value={numberOf(barn.feedDaysLeft, (days) =>
              text('barn.daysLeft', { days, shown: formats.number(days, 1) }),
            )}
          />
          <Temperature climate={barn.climate} />
        </dl>
      )}
    </li>
  );
}

function Temperature({ climate }: { readonly climate: BarnState['climate'] }) {
  const text = useText();
  const formats = useFormats();
  const temp = climate?.temp ?? null;
  const minutes = climate?.ageMinutes ?? null;
  const value = temp === null ? text('barn.noReading') : `${formats.number(temp, 1)} °C`;
  return (
    <Value
      name="barn.temperature"
      value={value}
      note={temp === null || minutes === null ? undefined : text('barn.readingAge', { minutes })}
    />
  );
}

function Value(props: {
  readonly name:
    | 'figure.birds'
    | 'barn.deaths'
    | 'barn.weight'
    | 'barn.feedLeft'
    | 'barn.temperature';
  readonly value: string | undefined;
  readonly note?: string | undefined;
}) {
  const text = useText();
  return (
    <div>
      <dt>{text(props.name)}</dt>
      <dd>
        <bdi>{props.value ?? text('unknown')}</bdi>
        {props.note && <small>{props.note}</small>}
      </dd>
    </div>
  );
}

function numberOf(value: number | null | undefined, write: (value: number) => string) {
  return value === null || value === undefined ? undefined : write(value);
}

function weightOf(barn: BarnState, formats: ReturnType<typeof useFormats>): string | undefined {
  if (barn.weightG === null) return undefined;
  const weight = `${formats.number(barn.weightG, 0)} g`;
  return barn.deviationPct === null
    ? weight
    : `${weight} (${formats.signed(barn.deviationPct, 1)} %)`;
}
