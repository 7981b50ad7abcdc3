import { useElementSize } from '@mantine/hooks';
import type { PointerEvent, ReactNode } from 'react';
import { useFormats, useText } from '../i18n/language.tsx';
import classes from './chart.module.css';
import { type PlotShapes, plotShapes, type TimeTick, timeTicks } from './chart-shapes.ts';
import type { ChartSpec, Mark, Panel } from './chart-spec.ts';

const HEIGHT = 190;
const EDGES = { left: 54, right: 12, top: 14, bottom: 24 } as const;
const PIXELS_PER_TICK = 76;

/** The picture of a panel; a moment is chosen with the pointer, a finger or the arrow keys. */
export function Plot(props: {
  readonly spec: ChartSpec;
  readonly panel: Panel;
  readonly marks: readonly Mark[];
  readonly chosen: number;
  /** Text of the chosen moment. */
  readonly readout: string;
  readonly onChoose: (index: number) => void;
}): ReactNode {
  const { spec, panel, chosen } = props;
  const text = useText();
  const { ref, width } = useElementSize();
  const frame = {
    width: Math.max(0, width - EDGES.left - EDGES.right),
    height: HEIGHT - EDGES.top - EDGES.bottom,
  };
  const shapes = frame.width > 0 ? plotShapes(panel, spec.moments, frame) : undefined;
  const chooseAt = (event: PointerEvent<HTMLElement>) => {
    if (!shapes) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - EDGES.left;
    props.onChoose(nearest(spec.moments.length, shapes.xOf, x));
  };
  return (
    <div
      ref={ref}
      dir="ltr"
      className={classes['plot']}
      onPointerMove={chooseAt}
      onPointerDown={chooseAt}
    >
      {shapes && (
        <svg width={width} height={HEIGHT} aria-hidden="true" focusable="false">
          <g transform={`translate(${EDGES.left} ${EDGES.top})`}>
            <Axes spec={spec} shapes={shapes} width={frame.width} height={frame.height} />
            <Lines shapes={shapes} height={frame.height} />
            <Marks marks={props.marks} spec={spec} shapes={shapes} height={frame.height} />
            <line
              className={classes['chosen']}
              x1={shapes.xOf(chosen)}
              x2={shapes.xOf(chosen)}
              y2={frame.height}
            />
          </g>
        </svg>
      )}
      <input
        type="range"
        className={classes['choice']}
        aria-label={text('chart.choose', { panel: panel.label })}
        aria-valuetext={props.readout}
        min={0}
        max={Math.max(0, spec.moments.length - 1)}
        value={chosen}
        onChange={({ currentTarget }) => props.onChoose(Number(currentTarget.value))}
      />
    </div>
  );
}

/** The moment nearest to a position. */
function nearest(count: number, xOf: (index: number) => number, x: number): number {
  let found = 0;
  for (let index = 1; index < count; index++) {
    if (Math.abs(xOf(index) - x) < Math.abs(xOf(found) - x)) found = index;
  }
  return found;
}

function Axes(props: {
  readonly spec: ChartSpec;
  readonly shapes: PlotShapes;
  readonly width: number;
  readonly height: number;
}) {
  const { spec, shapes, width, height } = props;
  const formats = useFormats();
  const maxTicks = Math.max(2, Math.floor(width / PIXELS_PER_TICK));
  return (
    <>
      {shapes.yTicks.map(({ value, at }) => (
        <g key={value}>
          <line className={classes['grid']} x2={width} y1={at} y2={at} />
          <text className={classes['tick']} x={-8} y={at} dy="0.32em" textAnchor="end">
            {formats.number(value, shapes.yDecimals)}
          </text>
        </g>
      ))}
      {timeTicks(spec, width, maxTicks).map((tick) => (
        <g key={tick.value} transform={`translate(${tick.x} ${height})`}>
          <line className={classes['grid']} y2={5} />
          <text
            className={classes['tick']}
            y={18}
            {...(tick.x > width - EDGES.right
              ? { x: EDGES.right, textAnchor: 'end' }
              : { textAnchor: 'middle' })}
          >
            <TickText tick={tick} />
          </text>
        </g>
      ))}
    </>
  );
}

function TickText({ tick }: { readonly tick: TimeTick }) {
  const formats = useFormats();
  if (tick.kind === 'age') return formats.number(tick.value);
  const instant = new Date(tick.value).toISOString();
  return tick.kind === 'hour' ? formats.time(instant) : formats.shortDay(instant);
}

/** Each kind of series has its style: solid, dashed or dotted line, or an area. */
function Lines({ shapes, height }: { readonly shapes: PlotShapes; readonly height: number }) {
  return (
    <>
      <path className={classes['band']} d={shapes.band} />
      <path className={classes['limit']} d={shapes.limit} />
      <path className={classes['range']} d={shapes.range} />
      {shapes.bars.map(({ x, low, high }) => (
        <line key={x} className={classes['bar']} x1={x} x2={x} y1={low} y2={high} />
      ))}
      <path className={classes['standard']} d={shapes.standard} />
      <path className={classes['measured']} d={shapes.measured} />
      {shapes.dots.map(({ x, y }) => (
        <circle key={x} className={classes['dot']} cx={x} cy={y} r={3} />
      ))}
      {shapes.suspects.map((x) => (
        <path
          key={x}
          className={classes['suspect']}
          d="m-4-4 8 8m0-8-8 8"
          transform={`translate(${x} ${height - 6})`}
        />
      ))}
    </>
  );
}

function Marks(props: {
  readonly marks: readonly Mark[];
  readonly spec: ChartSpec;
  readonly shapes: PlotShapes;
  readonly height: number;
}) {
  const { spec, shapes } = props;
  const keys = new Set(props.marks.map(({ key }) => key));
  return spec.moments.map(({ key }, index) =>
    keys.has(key) ? (
      <g key={key} transform={`translate(${shapes.xOf(index)} 0)`}>
        <line className={classes['mark']} y1={-4} y2={props.height} />
        <path className={classes['markSign']} d="M-5-12h10l-5 8z" />
      </g>
    ) : null,
  );
}
