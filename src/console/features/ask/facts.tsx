import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { isResourceName } from '../../../model/resources/registry.ts';
import { isCalendarDay } from '../../../tools/calendar.ts';
import { useFormats, useLanguage, useText, useWithUnit } from '../../i18n/language.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import classes from './ask.module.css';
import type { Fact } from './conversation.ts';

/** The facts that support an answer, each with its records. */
export function FactList(props: {
  readonly facts: readonly Fact[];
  readonly lang: string;
}): ReactNode {
  const text = useText();
  const { facts } = props;
  if (facts.length === 0) return null;
  return (
    <details className={classes['facts']}>
      <summary>{text('ask.facts', { count: facts.length })}</summary>
      <ul className={classes['list']}>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an answer do not change
          <li key={index}>
            <span dir="auto" lang={props.lang}>
              {fact.label}
            </span>
            <strong>
              <FactValue fact={fact} />
            </strong>
            <small>
              {fact.asOf !== null && <AsOf at={fact.asOf} />}
              <Source source={fact.source} />
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function FactValue({ fact: { value, unit } }: { readonly fact: Fact }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const withUnit = useWithUnit();
  if (value === null || value === undefined) return <em>{text('unknown')}</em>;
  if (typeof value === 'boolean') return labels.flags[value ? 'yes' : 'no'];
  if (typeof value === 'string') {
    return isCalendarDay(value) ? <AsOf at={value} /> : <bdi>{wordOf(labels, value)}</bdi>;
  }
  return <bdi>{withUnit(formats.number(Number(value), 4), unit)}</bdi>;
}

function AsOf({ at }: { readonly at: string }) {
  const formats = useFormats();
  return <time dateTime={at}>{isCalendarDay(at) ? formats.day(at) : formats.instant(at)}</time>;
}

const MAX_LINKS = 5;

/** Links to the records of a fact, or to their list if there are many. */
function Source({ source: { resource = '', ids = [] } }: { readonly source: Fact['source'] }) {
  const { labels } = useLanguage().wording;
  const formats = useFormats();
  if (!isResourceName(resource)) return null;
  if (ids.length === 0 || ids.length > MAX_LINKS) {
    return (
      <Link to="/records/$resource" params={{ resource }} search={preserveFarm}>
        {labels.plurals[resource]}
      </Link>
    );
  }
  return ids.map((id, index) => (
    <Link
      key={id}
      to="/records/$resource/$id"
      params={{ resource, id }}
      search={preserveFarm}
      className={classes['source'] as string}
    >
      {labels.singulars[resource]}
      {ids.length > 1 && ` ${formats.number(index + 1)}`}
    </Link>
  ));
}
