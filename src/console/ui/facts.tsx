import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A list of names and values. */
export function Facts(props: {
  readonly of: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className={classes['facts']}>
      {props.of
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
