import type { ReactNode } from 'react';
import type { Row } from '../../../model/resources/registry.ts';
import { findSection, type SectionOf } from '../../api/insights.ts';
import { useFormats, useText } from '../../i18n/language.tsx';
import { Section } from '../../ui/page.tsx';
import { useInsights } from './flock-numbers.tsx';
import classes from './weight-spread.module.css';

type Uniformity = NonNullable<SectionOf<'weights'>['flocks'][number]['uniformity']>;
type WeightClass = Uniformity['classes'][number];

/** Uniformity of the birds: the weights seen by a camera, as a table whose rows are bars. */
export function WeightSpread({ flock }: { readonly flock: Row<'flocks'> }): ReactNode {
  const text = useText();
  const { data } = useInsights(flock);
  const row = findSection(data, 'weights')?.flocks.find(({ flockId }) => flockId === flock.id);
  const uniformity = row?.uniformity;
  if (!uniformity || uniformity.classes.length === 0) return null;
  const highestPct = Math.max(...uniformity.classes.map(({ pct }) => pct));
  return (
    <Section title={text('flock.spread')}>
      <About uniformity={uniformity} />
      <table className={classes['spread']} aria-label={text('flock.spread')}>
        <tbody>
          {uniformity.classes.map((weightClass) => (
            <Bar key={String(weightClass.fromG)} of={weightClass} highestPct={highestPct} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function About({ uniformity }: { readonly uniformity: Uniformity }) {
  const text = useText();
  const formats = useFormats();
  const { birds, ts, basis, uniformity10Pct } = uniformity;
  const facts = [
    ts !== null && text('flock.spreadOf', { count: birds, at: formats.instant(ts) }),
    uniformity10Pct !== null &&
      text('flock.spreadUniform', { pct: formats.percent(uniformity10Pct, 1) }),
    basis === 'normal' && text('flock.spreadEstimated'),
  ];
  return <p className={classes['about']}>{facts.filter((fact) => fact !== false).join(' · ')}</p>;
}

function Bar(props: { readonly of: WeightClass; readonly highestPct: number }) {
  const text = useText();
  const formats = useFormats();
  const { fromG, toG, pct } = props.of;
  const [from, to] = [fromG, toG].map((g) => (g === null ? null : formats.number(g, 0)));
  const between = from && to ? text('flock.spreadBetween', { from, to }) : undefined;
  const name =
    between ??
    (from ? text('flock.spreadAbove', { from }) : text('flock.spreadBelow', { to: to ?? '' }));
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={classes['bar']}>
        <svg width="100%" height="14" aria-hidden="true">
          <rect
            width={`${props.highestPct > 0 ? (100 * pct) / props.highestPct : 0}%`}
            height="14"
            rx="2"
          />
        </svg>
      </td>
      <td className={classes['share']}>
        <bdi>{formats.percent(pct, 1)}</bdi>
      </td>
    </tr>
  );
}
