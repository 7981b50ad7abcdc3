import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { ChartRole } from '../../model/charts.ts';
import { leftToRight } from '../i18n/formats.ts';
import { useFormats, useText, useWithUnit } from '../i18n/language.tsx';
import { Empty } from '../ui/page.tsx';
import classes from './chart.module.css';
import {
  type ChartSpec,
  findSeries,
  isMeasured,
  type Mark,
  type Moment,
  newestMoment,
  type Panel,
} from './chart-spec.ts';
import { ChartTable } from './chart-table.tsx';
import { Plot } from './plot.tsx';

/** A chart: a picture of each panel, and optionally a table of all values. */
export function Chart(props: {
  readonly spec: ChartSpec;
  /** Names of the displayed panels; all by default. */
  readonly only?: readonly string[];
  readonly marks?: readonly Mark[];
  /** Content displayed where nothing is measured. */
  readonly whenEmpty?: ReactNode;
}): ReactNode {
  const { spec, only, marks = [] } = props;
  const text = useText();
  const [isTable, setIsTable] = useState(false);
  const [key, setKey] = useState<string>();
  const table = useId();
  const panels = spec.panels.filter(({ name }) => only?.includes(name) ?? true);
  if (!panels.some(isMeasured)) {
    return <Empty>{props.whenEmpty ?? text('chart.noData')}</Empty>;
  }
  return (
    <div className={classes['chart']}>
      <div className={classes['panels']}>
        {panels.map((panel) => (
          <PanelFigure
            key={panel.name}
            spec={spec}
            panel={panel}
            marks={marks}
            chosenKey={key}
            onChoose={setKey}
          />
        ))}
      </div>
      <div className={classes['foot']}>
        <Button
          variant="default"
          aria-expanded={isTable}
          aria-controls={table}
          onClick={() => setIsTable(!isTable)}
        >
          {text(isTable ? 'chart.hideTable' : 'chart.showTable')}
        </Button>
        {spec.source !== undefined && (
          <small>
            {text('chart.source')} <bdi>{spec.source}</bdi>
          </small>
        )}
      </div>
      <div id={table}>{isTable && <ChartTable spec={spec} panels={panels} marks={marks} />}</div>
    </div>
  );
}

function PanelFigure(props: {
  readonly spec: ChartSpec;
  readonly panel: Panel;
  readonly marks: readonly Mark[];
  /** The moment chosen in any panel of the chart; initially the newest one. */
  readonly chosenKey: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}) {
  const { spec, panel, marks } = props;
  const text = useText();
  const chosenIndex = spec.moments.findIndex((moment) => moment.key === props.chosenKey);
  const chosen = chosenIndex === -1 ? newestMoment(panel, spec.moments) : chosenIndex;
  const moment = spec.moments[chosen];
  const readout = useReadout(spec, panel);
  if (!isMeasured(panel)) {
    return (
      <figure className={classes['panel']}>
        <figcaption>{panel.label}</figcaption>
        <Empty>{text('chart.noData')}</Empty>
      </figure>
    );
  }
  const readoutText = moment && readout(moment, chosen);
  const momentMarks = marks.filter((mark) => mark.key === moment?.key);
  const notes = [...(readoutText?.notes ?? []), ...momentMarks.map(({ label }) => `▼ ${label}`)];
  return (
    <figure className={classes['panel']}>
      <figcaption>{panel.label}</figcaption>
      {readoutText && (
        <p className={classes['readout']}>
          <strong>
            <bdi>{readoutText.value}</bdi>
          </strong>
          {readoutText.evaluation !== undefined && (
            <span className={classes['judged']}>▲ {text(readoutText.evaluation)}</span>
          )}
          <span>
            {notes.map((note, index) => (
              <span key={note}>
                {index > 0 && ' · '}
                <bdi>{note}</bdi>
              </span>
            ))}
          </span>
        </p>
      )}
      <Plot
        spec={spec}
        panel={panel}
        marks={marks}
        chosen={chosen}
        readout={readoutText ? [readoutText.value, ...notes].join(', ') : ''}
        onChoose={(index) => props.onChoose(spec.moments[index]?.key)}
      />
      <Legend panel={panel} spec={spec} marks={marks} />
    </figure>
  );
}

interface Readout {
  readonly value: string;
  readonly evaluation: 'chart.above' | 'chart.below' | undefined;
  readonly notes: readonly string[];
}

/** Writes the values of a moment. */
function useReadout(spec: ChartSpec, panel: Panel): (moment: Moment, index: number) => Readout {
  const text = useText();
  const formats = useFormats();
  const withUnit = useWithUnit();
  const name = findSeries(panel, 'measured')?.name ?? '';
  const bounded = (value: string, isAtLeast: boolean) =>
    isAtLeast ? text('atLeast', { value }) : value;
  return (moment, index) => {
    const valueAt = (role: ChartRole) => findSeries(panel, role)?.values[index] ?? null;
    const measured = valueAt('measured');
    const [low, high] = [valueAt('targetLow'), valueAt('targetHigh')];
    const notes = [
      spec.unit === 'day' ? formats.day(moment.key) : formats.instant(moment.key),
      moment.ageDays === null ? undefined : text('barn.age', { days: moment.ageDays }),
      ...listNotes(panel, valueAt, { text, number: formats.measure }),
      moment.suspect.includes(name) ? text('chart.suspect') : undefined,
    ];
    return {
      value:
        measured === null
          ? text('chart.unmeasured')
          : bounded(
              withUnit(formats.measure(measured), panel.unit, measured),
              moment.atLeast.includes(name),
            ),
      evaluation: compareWithRange(measured, low, high),
      notes: notes.filter((note) => note !== undefined),
    };
  };
}

/** The measured range, the standard and the target of a moment, in words. */
function listNotes(
  panel: Panel,
  valueAt: (role: ChartRole) => number | null,
  write: {
    readonly text: ReturnType<typeof useText>;
    readonly number: (value: number) => string;
  },
): readonly (string | undefined)[] {
  const { text, number } = write;
  const findRange = (...ends: readonly (number | null)[]) =>
    leftToRight(ends.flatMap((end) => (end === null ? [] : [number(end)])).join('\u2060–\u2060'));
  const [low, high, standard] = [valueAt('low'), valueAt('high'), valueAt('standard')];
  const [targetLow, targetHigh] = [valueAt('targetLow'), valueAt('targetHigh')];
  const target = { range: findRange(targetLow, targetHigh) };
  return [
    low === null || high === null ? undefined : findRange(low, high),
    standard === null
      ? undefined
      : `${findSeries(panel, 'standard')?.label ?? ''} ${number(standard)}`,
    targetHigh === null
      ? undefined
      : text(targetLow === null ? 'chart.limit' : 'chart.target', target),
  ];
}

function compareWithRange(measured: number | null, low: number | null, high: number | null) {
  if (measured === null) return undefined;
  if (high !== null && measured > high) return 'chart.above';
  return low !== null && measured < low ? 'chart.below' : undefined;
}

const LEGEND = ['measured', 'range', 'standard', 'band', 'limit'] as const;

/** Names and line styles of the series. */
function Legend(props: {
  readonly panel: Panel;
  readonly spec: ChartSpec;
  readonly marks: readonly Mark[];
}) {
  const { panel, spec } = props;
  const text = useText();
  const seriesLabel = (role: ChartRole) => findSeries(panel, role)?.label;
  const names: Readonly<Record<(typeof LEGEND)[number], string | undefined>> = {
    measured: seriesLabel('measured'),
    range: seriesLabel('low') && [seriesLabel('low'), seriesLabel('high')].join('–'),
    standard: seriesLabel('standard'),
    band: seriesLabel('targetLow') && text('chart.band'),
    limit: seriesLabel('targetLow')
      ? undefined
      : seriesLabel('targetHigh') && text('chart.limitLine'),
  };
  const isMarked = props.marks.some(({ key }) => spec.moments.some((one) => one.key === key));
  return (
    <ul className={classes['legend']}>
      {LEGEND.filter((kind) => names[kind]).map((kind) => (
        <li key={kind}>
          <svg width="22" height="10" aria-hidden="true">
            {kind === 'band' || kind === 'range' ? (
              <rect className={classes[kind]} width="22" height="10" />
            ) : (
              <path className={classes[kind]} d="M0 5h22" />
            )}
          </svg>
          {names[kind]}
        </li>
      ))}
      {isMarked && <li>▼ {text('chart.marks')}</li>}
      {spec.unit === 'day' && <li className={classes['axis']}>{text('chart.ageAxis')}</li>}
    </ul>
  );
}
