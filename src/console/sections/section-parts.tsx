import type { ReactNode } from 'react';
import type { SectionName, SectionOf } from '../api/insights.ts';
import { useFormats, useText } from '../i18n/language.tsx';
import { FixLink } from '../ui/fix-link.tsx';
import items from '../ui/items.module.css';
import { SeverityMark } from '../ui/severity-mark.tsx';
import { Words } from '../ui/words.tsx';
import classes from './sections.module.css';

/** Properties of a section's view. */
export interface SectionProps<S extends SectionName> {
  readonly of: SectionOf<S>;
  readonly currency: string;
}

/** Writes a loss of money, as a lower bound where deaths are not logged on every day. */
export function useLoss(
  currency: string,
): (of: { readonly amount: number | null; readonly isLowerBound: boolean }) => string | null {
  const text = useText();
  const formats = useFormats();
  return ({ amount, isLowerBound }) => {
    if (amount === null) return null;
    const money = formats.money(amount, currency);
    return isLowerBound ? text('atLeast', { value: money }) : money;
  };
}

type Missing = SectionOf<SectionName>['missing'];

/** The missing data of a section, each with the form to enter it. */
export function MissingList({ missing }: { readonly missing: Missing }): ReactNode {
  const text = useText();
  if (missing.length === 0) return null;
  return (
    <details className={classes['missing']}>
      <summary>
        <SeverityMark severity="info" isShort />{' '}
        {text('sections.missing', { count: missing.length })}
      </summary>
      <ul className={items['list']}>
        {missing.map(({ code, message, flockId = '', barnId = '', fix }) => (
          <li key={`${code} ${flockId} ${barnId} ${message}`} className={items['item']}>
            <span className={items['what']} dir="auto">
              <Words>{message}</Words>
            </span>
            <FixLink fix={fix} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A part of a section with a heading. */
export function Part(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={classes['part']}>
      <h3>{props.title}</h3>
      {props.children}
    </div>
  );
}

/** A sentence with its severity. */
export function Notice(props: {
  readonly severity: string | null;
  readonly children: ReactNode;
}): ReactNode {
  const { severity, children } = props;
  return (
    <p className={classes['notice']}>
      <SeverityMark severity={severity} isShort />
      <span>{typeof children === 'string' ? <Words>{children}</Words> : children}</span>
    </p>
  );
}
