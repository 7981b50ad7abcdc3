import type { ReactNode } from 'react';
import { useFormats, useText } from '../../i18n/language.tsx';
import classes from './sparkline.module.css';

const WIDTH = 112;
const HEIGHT = 28;
const EDGE = 3;

/** Daily deaths of a farm as a small line; a day without a value is a gap. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <em>{text('unknown')}</em>;
  const highest = Math.max(1, ...known);
  const place = (value: number, index: number) => ({
    x: EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(1, values.length - 1),
    y: HEIGHT - EDGE - (value * (HEIGHT - 2 * EDGE)) / highest,
  });
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ index, ...place(value, index) }],
  );
  const [last = 0] = known.toReversed();
  return (
    <svg
      className={classes['line']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={text('farms.trendText', {
        days: values.length,
        known: known.length,
        most: formats.number(Math.max(...known)),
        last: formats.number(last),
      })}
    >
      {points.map((point, at) => {
        const before = points[at - 1];
        const isJoined = before !== undefined && before.index === point.index - 1;
        return (
          <g key={point.index}>
            {isJoined && <line x1={before.x} y1={before.y} x2={point.x} y2={point.y} />}
            {(!isJoined || at === points.length - 1) && (
              <circle cx={point.x} cy={point.y} r={1.8} />
            )}
          </g>
        );
      })}
    </svg>
  );
}
