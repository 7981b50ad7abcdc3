import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import { automations } from '../../../model/resources/automations.ts';
import { envReadings } from '../../../model/resources/env-readings.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { callApi } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { JsonValue } from '../../fields/json-value.tsx';
import { isolated } from '../../i18n/formats.ts';
import { capitalised, uncapitalised } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText, useWithUnit } from '../../i18n/language.tsx';
import { ActButton } from '../../ui/act.tsx';
import { preserveFarm, useFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import items from '../../ui/items.module.css';
import { Answered, Empty, Forbidden, Page, useCan } from '../../ui/page.tsx';
import classes from './admin.module.css';
import { TestDay, TestNow, toObject } from './automation-tests.tsx';

type Automation = Row<'automations'>;

const TESTS = { now: 'automations.testNow', day: 'automations.testDay' } as const;

/** The rules of a farm, with controls to switch them on and off and to test them. */
export function Automations(): ReactNode {
  const text = useText();
  const can = useCan();
  const farm = useFarm();
  const { list, rest } = useGrowingList((limit) => ({
    ...listQuery('automations', { farmId: farm?.id, limit }),
    enabled: farm !== undefined && can('read:automations'),
  }));
  if (!can('read:automations')) return <Forbidden scope="read:automations" />;
  const to = { params: { resource: 'automations' }, search: { farm: farm?.id } };
  return (
    <Page
      title={text('nav.automations')}
      aside={
        can('write:automations') && (
          <Button renderRoot={(root) => <Link {...root} {...to} to="/records/$resource/new" />}>
            {text('automations.new')}
          </Button>
        )
      }
    >
      <Answered query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty />
          ) : (
            <ul className={items['list']}>
              {data.map((automation) => (
                <Item key={automation.id} automation={automation} />
              ))}
            </ul>
          )
        }
      </Answered>
      {rest}
    </Page>
  );
}

function Item({ automation }: { readonly automation: Automation }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const mayWrite = useCan()('write:automations');
  const [test, setTest] = useState<'now' | 'day'>();
  const { id, name, barnId, mode, enabled, lastRunAt, version } = automation;
  const change = () =>
    callApi({
      method: 'PATCH',
      path: `/automations/${encodeURIComponent(id)}`,
      body: { enabled: !enabled },
      version,
    });
  return (
    <li className={`${items['item']} ${classes['rule']}`}>
      <div className={items['what']}>
        <Link
          to="/records/$resource/$id"
          params={{ resource: 'automations', id }}
          search={preserveFarm}
          dir="auto"
        >
          {name}
        </Link>
        <p>
          <strong>{text(enabled ? 'automations.on' : 'automations.off')}</strong>
          {mode !== null &&
            ` · ${text('labelled', { label: labelOf(labels, 'mode'), value: wordOf(labels, mode) })}`}
          {' · '}
          {barnId === null ? (
            text('automations.allBarns')
          ) : (
            <FieldValue field={automations.fields.barnId} value={barnId} />
          )}
          {lastRunAt !== null &&
            ` · ${text('automations.ran', { at: formats.instant(lastRunAt) })}`}
        </p>
        <Rule automation={automation} />
      </div>
      <div className={classes['actions']}>
        {(['now', 'day'] as const).map((kind) => (
          <Button
            key={kind}
            variant="default"
            aria-label={`${text(TESTS[kind])} ${name}`}
            onClick={() => setTest(kind)}
          >
            {text(TESTS[kind])}
          </Button>
        ))}
        {mayWrite && (
          <ActButton
            label={text(enabled ? 'webhooks.switchOff' : 'webhooks.switchOn')}
            about={name}
            work={change}
          />
        )}
      </div>
      {test === 'now' && <TestNow automation={automation} onClose={() => setTest(undefined)} />}
      {test === 'day' && <TestDay automation={automation} onClose={() => setTest(undefined)} />}
    </li>
  );
}

/** The condition and the action; those of an unknown form are shown as stored. */
function Rule({ automation: { trigger, action } }: { readonly automation: Automation }) {
  const { labels } = useLanguage().wording;
  const { command, task, alert } = toObject(action);
  const subject = command ?? toObject(task)['title'] ?? toObject(alert)['title'];
  const condition = useCondition(toObject(trigger));
  return (
    <div>
      {condition === undefined ? <JsonValue value={trigger} /> : capitalised(condition)}
      {' ⇒ '}
      {typeof subject === 'string' ? (
        <bdi>{wordOf(labels, subject)}</bdi>
      ) : (
        <JsonValue value={action} />
      )}
    </div>
  );
}

const COMPARISONS = {
  '>': 'automations.when.above',
  '>=': 'automations.when.atLeast',
  '<': 'automations.when.below',
  '<=': 'automations.when.atMost',
} as const;

/** The condition of a trigger in words; undefined for an unknown form. */
function useCondition(trigger: Readonly<Record<string, unknown>>): string | undefined {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const joined = useWithUnit();
  const { metric, op, value, forMinutes } = trigger;
  if (typeof metric !== 'string' || typeof op !== 'string') return undefined;
  const subject = isolated(uncapitalised(labelOf(labels, metric)));
  const withUnit = (number: unknown, unit: string | undefined) =>
    isolated(joined(formats.number(Number(number)), unit));
  const minutes = withUnit(op === 'stale' ? (value ?? forMinutes) : forMinutes, 'min');
  if (op === 'stale') return text('automations.when.stale', { what: subject, minutes });
  const unit = unitOfMetric(metric);
  const [low, high] = Array.isArray(value) ? value : [value];
  const comparison = Object.entries(COMPARISONS).find(([sign]) => sign === op)?.[1];
  const met = comparison
    ? text(comparison, { what: subject, limit: withUnit(value, unit) })
    : text('automations.when.between', {
        what: subject,
        low: withUnit(low, undefined),
        high: withUnit(high, unit),
      });
  const isDelayed = typeof forMinutes === 'number' && forMinutes > 0;
  return isDelayed ? text('automations.when.held', { met, minutes }) : met;
}

function unitOfMetric(metric: string): string | undefined {
  if (metric === 'thi') return '°C';
  const fields: Readonly<Record<string, object>> = envReadings.fields;
  const field = Object.hasOwn(fields, metric) ? fields[metric] : undefined;
  return field && 'unit' in field ? String(field.unit) : undefined;
}
