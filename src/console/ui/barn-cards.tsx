import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BarnState } from '../api/answers.ts';
import { capitalised } from '../i18n/heading.ts';
import { useFormats, useText, useWithUnit } from '../i18n/language.tsx';
import type { TextName } from '../i18n/texts.ts';
import classes from './barn-cards.module.css';
import { preserveFarm } from './farm.tsx';
import { isLiveAtMost } from './figures.tsx';
import { NewLink } from './fix-link.tsx';
import { Empty } from './page.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { useWeightNote } from './weight-note.ts';
import { Words } from './words.tsx';

/** A card for each barn, the worst first; a single one is wide. */
export function BarnCards(props: {
  readonly barns: readonly BarnState[];
  readonly isWide?: boolean;
}): ReactNode {
  const text = useText();
  const sorted = props.barns.toSorted((a, b) => rankOf(a) - rankOf(b));
  if (sorted.length === 0) {
    return (
      <Empty>
        {text('farm.noBarns')}
        <NewLink resource="barns" />
      </Empty>
    );
  }
  return (
    <ul className={classes['cards']} data-wide={props.isWide || undefined}>
      {sorted.map((barn) => (
        <BarnCard key={`${barn.barnId} ${barn.flockId}`} barn={barn} />
      ))}
    </ul>
  );
}

const RANKS = ['critical', 'warning', 'ok', 'unrecorded', 'empty'];

function rankOf({ state }: BarnState): number {
  return RANKS.indexOf(state);
}

/** A barn without warnings is not called free of alerts while a note is open. */
function stateWithNotes({ state, openAlerts }: Pick<BarnState, 'state' | 'openAlerts'>) {
  return state === 'ok' && openAlerts.info > 0 ? 'info' : state;
}

function BarnCard({ barn }: { readonly barn: BarnState }) {
  const text = useText();
  return (
    <li className={classes['card']} data-state={barn.state}>
      <header>
        <h3>
          <Link to="/barns/$id" params={{ id: barn.barnId }} search={preserveFarm} dir="auto">
            {barn.barn}
          </Link>
        </h3>
        <SeverityMark severity={stateWithNotes(barn)} />
      </header>
      {barn.flockId === null ? (
        <p>{text('barn.empty')}</p>
      ) : (
        <>
          <FlockLine barn={barn} id={barn.flockId} />
          <FlockFigures barn={barn} />
        </>
      )}
      <Climate climate={barn.climate} />
      <AlertLine counts={barn.openAlerts} />
      {barn.stateReasons.map((reason) => (
        <p key={reason} className={classes['alerts']} dir="auto">
          <Words>{capitalised(reason)}</Words>
        </p>
      ))}
    </li>
  );
}

function FlockLine({ barn, id }: { readonly barn: BarnState; readonly id: string }) {
  const text = useText();
  const { ageDays, breed } = barn;
  return (
    <p>
      <Link to="/flocks/$id" params={{ id }} search={preserveFarm}>
        <bdi>
          <Words>{barn.flock ?? id}</Words>
        </bdi>
      </Link>
      {breed !== null && (
        <>
          {' · '}
          <bdi>{breed}</bdi>
        </>
      )}
      {ageDays !== null && <> · {text('barn.age', { days: ageDays })}</>}
    </p>
  );
}

function FlockFigures({ barn }: { readonly barn: BarnState }) {
  const text = useText();
  const formats = useFormats();
  const weightNote = useWeightNote();
  const withUnit = useWithUnit();
  const { mortality } = barn;
  return (
    <dl>
      <Value
        name="figure.birds"
        value={numberOf(barn.live, (live) => {
          const value = formats.number(live, 0);
          return isLiveAtMost(barn) ? text('atMost', { value }) : value;
        })}
      />
      <Value
        name="barn.dead"
        value={numberOf(mortality?.deaths, (dead) => formats.number(dead, 0))}
        note={mortality?.date ? formats.day(mortality.date) : undefined}
        severity={mortality?.spike.severity}
      />
      <Value
        name="barn.weight"
        value={numberOf(barn.weightG, (grams) => withUnit(formats.number(grams, 0), 'g'))}
        note={weightNote(barn)}
      />
      <Value
        name="barn.feedLeft"
        value={numberOf(barn.feedDaysLeft, (days) => {
          const value = text('barn.daysLeft', { days, shown: formats.number(days, 1) });
          return barn.stockEstimated ? text('about', { value }) : value;
        })}
      />
    </dl>
  );
}

/** The climate of a barn with the age of its reading; harmful values are marked. */
function Climate({ climate }: { readonly climate: BarnState['climate'] }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const withUnit = useWithUnit();
  if (climate === null) return <p className={classes['air']}>{text('barn.noReading')}</p>;
  const isStale = climate.status === 'stale';
  const shown = isStale ? climate.last : climate;
  const measures = [
    ['temp', 'barn.temperature', shown?.temp, '°C', 1],
    ['humidity', 'barn.humidity', shown?.humidity, '%', 0],
    ['co2', 'barn.co2', shown?.co2, 'ppm', 0],
    ['nh3', 'barn.nh3', shown?.nh3, 'ppm', 1],
  ] as const;
  return (
    <>
      <dl className={classes['air']} data-stale={isStale || undefined}>
        {measures.map(([measure, name, value, unit, decimals]) => (
          <Value
            key={measure}
            name={name}
            value={numberOf(value, (known) => withUnit(formats.number(known, decimals), unit))}
            severity={climate.outOfRange.includes(measure) ? 'warning' : undefined}
          />
        ))}
      </dl>
      <p className={classes['readingAge']}>
        {isStale && <SeverityMark severity="warning" isShort />}{' '}
        {text(isStale ? 'barn.staleReading' : 'barn.reading', {
          age: formats.minutesAgo(climate.ageMinutes),
        })}
      </p>
    </>
  );
}

function AlertLine({ counts }: { readonly counts: BarnState['openAlerts'] }) {
  const text = useText();
  const all = counts.critical + counts.warning + counts.info;
  if (all === 0) return null;
  const worst = counts.critical > 0 ? 'critical' : counts.warning > 0 ? 'warning' : 'info';
  return (
    <p className={classes['alerts']}>
      <SeverityMark severity={worst} isShort /> {text('barn.alerts', { count: all })}
    </p>
  );
}

function Value(props: {
  readonly name: TextName;
  readonly value: string | undefined;
  readonly note?: string | undefined;
  readonly severity?: string | null | undefined;
}) {
  const text = useText();
  return (
    <div>
      <dt>{text(props.name)}</dt>
      <dd data-severity={props.severity ?? undefined}>
        {props.severity && <SeverityMark severity={props.severity} isShort />}{' '}
        <bdi>{props.value ?? text('unknown')}</bdi>
        {props.note && <small>{props.note}</small>}
      </dd>
    </div>
  );
}

function numberOf(value: number | null | undefined, write: (value: number) => string) {
  return value === null || value === undefined ? undefined : write(value);
}
