import type { ReactNode } from 'react';
import type { Dashboard } from '../api/answers.ts';
import { useFormats, useText, useWithUnit } from '../i18n/language.tsx';
import type { TextName } from '../i18n/texts.ts';
import classes from './figures.module.css';

type DayFigure = Dashboard['figures']['mortality'];

/** Whether the number of birds is an upper bound: deaths are not logged on every day. */
export function isLiveAtMost(flock: {
  readonly live: number | null;
  readonly mortalityDaysUnlogged: number | null;
}): boolean {
  return (flock.live ?? 0) > 0 && (flock.mortalityDaysUnlogged ?? 0) > 0;
}

/** Key figures side by side. */
export function FigureList(props: { readonly children: ReactNode }): ReactNode {
  return <dl className={classes['figures']}>{props.children}</dl>;
}

/** Key figures of the day; unknown and unlogged ones are marked. */
export function Figures({ figures }: { readonly figures: Dashboard['figures'] }): ReactNode {
  const formats = useFormats();
  const text = useText();
  const { birds, birdsUpperBound, weightDeviationPct, weightOf: count, flocks: total } = figures;
  const ofDay = (name: TextName, figure: DayFigure, unit = '') => (
    <Figure name={name} value={figure.today} unit={unit} note={<Usual {...{ figure, unit }} />} />
  );
  return (
    <FigureList>
      <Figure name="figure.birds" value={birds} bound={birdsUpperBound && 'atMost'} />
      {ofDay('figure.deaths', figures.mortality)}
      {ofDay('figure.feed', figures.feedKg, 'kg')}
      {ofDay('figure.water', figures.waterL, 'L')}
      {figures.eggs && ofDay('figure.eggs', figures.eggs)}
      <Figure
        name="figure.deviation"
        shown={weightDeviationPct === null ? undefined : formats.change(weightDeviationPct)}
        value={weightDeviationPct}
        note={
          weightDeviationPct !== null && count < total && text('figure.ofFlocks', { count, total })
        }
      />
    </FigureList>
  );
}

/** The text before a value that is not exact. */
export type Bound = 'about' | 'atLeast' | 'atMost';

/** A key figure with its name; unknown where it is null. */
export function Figure(props: {
  readonly name: TextName;
  readonly value: number | null;
  readonly shown?: string | undefined;
  readonly unit?: string;
  /** An estimate or a bound: not everything that it depends on is recorded. */
  readonly bound?: Bound | false | undefined;
  readonly note?: ReactNode;
}): ReactNode {
  const text = useText();
  const withUnit = useWhole();
  const { value, unit = '' } = props;
  const shown = value === null ? undefined : (props.shown ?? withUnit(value, unit));
  return (
    <div className={classes['figure']}>
      <dt>{text(props.name)}</dt>
      <dd data-unknown={shown === undefined || undefined}>
        <bdi>
          {shown !== undefined && props.bound
            ? text(props.bound, { value: shown })
            : (shown ?? text('unknown'))}
        </bdi>
        {props.note && <small>{props.note}</small>}
      </dd>
    </div>
  );
}

function Usual({ figure, unit }: { figure: DayFigure; unit: string }) {
  const text = useText();
  const withUnit = useWhole();
  // The usual value of all flocks is not comparable with the figure of some of them.
  const { logged, due } = figure;
  const isPart = logged > 0 && logged < due;
  const parts = [
    figure.avg7 === null || isPart
      ? undefined
      : text('figure.usual', { value: withUnit(figure.avg7, unit) }),
    logged < due ? text('figure.logged', { logged, flocks: due }) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Writes a whole number with its unit, if any. */
function useWhole(): (value: number, unit: string) => string {
  const formats = useFormats();
  const withUnit = useWithUnit();
  return (value, unit) => withUnit(formats.number(value, 0), unit, value);
}
