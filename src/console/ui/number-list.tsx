import type { ReactNode } from 'react';
import classes from './figures.module.css';
import { FigureList } from './figures.tsx';
import { FigureValue, type Form } from './number-table.tsx';

/** Numbers side by side, each with its name; unknown ones are displayed as unknown. */
export function NumberList(props: {
  readonly of: readonly (readonly [
    label: string,
    form: Form,
    value: string | number | null | undefined,
  ])[];
}): ReactNode {
  return (
    <FigureList>
      {props.of.map(([label, form, value]) => (
        <div key={label} className={classes['figure']}>
          <dt>{label}</dt>
          <dd
            data-unknown={(value ?? null) === null || undefined}
            data-words={typeof value === 'string' || undefined}
          >
            <FigureValue form={form} value={value} />
          </dd>
        </div>
      ))}
    </FigureList>
  );
}
