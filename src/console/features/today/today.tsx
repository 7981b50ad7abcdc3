import { Button, Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../../model/resources/registry.ts';
import {
  type Dashboard,
  type DueTask,
  dashboardQuery,
  type PlannedAction,
} from '../../api/answers.ts';
import { useChange } from '../../api/changes.tsx';
import { listQuery } from '../../api/queries.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { BarnCards } from '../../ui/barn-cards.tsx';
import { Empty, Loading, LoadingFailed, Page, Section } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { useFarm } from '../../ui/use-farm.ts';
import { Figures } from './figures.tsx';
import classes from './today.module.css';

const FIRST_ACTIONS = 5;
const MOST_ALERTS = 50;

/** The farm this morning: what happened, what to do first, and every barn. */
export function Today(): ReactNode {
  const text = useText();
  const { wording } = useLanguage();
  const farm = useFarm();
  const dashboard = useQuery({
    ...dashboardQuery(farm?.id ?? '', wording.language),
    enabled: farm !== undefined,
  });
  if (!farm) return <Empty />;
  if (dashboard.isPending) return <Loading />;
  if (!dashboard.data) {
    return <LoadingFailed error={dashboard.error} onRetry={() => void dashboard.refetch()} />;
  }
  return (
    <Page title={text('nav.today')} aside={<AsOf at={dashboard.data.asOf} />}>
      <Headline lines={dashboard.data.headline} />
      <Figures figures={dashboard.data.figures} />
      <div className={classes['columns']}>
        <Actions todo={dashboard.data.todo} />
        <div>
          <OpenAlerts farmId={farm.id} />
          <Tasks tasks={dashboard.data.tasks} />
        </div>
      </div>
      <Section title={text('today.barns')}>
        <BarnCards barns={dashboard.data.barns} />
      </Section>
    </Page>
  );
}

function AsOf(props: { readonly at: Dashboard['asOf'] }) {
  const formats = useFormats();
  return <time dateTime={props.at}>{formats.instant(props.at)}</time>;
}

function Headline(props: { readonly lines: readonly string[] }) {
  const text = useText();
  if (props.lines.length === 0) return null;
  return (
    <Card withBorder component="section" aria-label={text('today.overnight')} padding="md">
      <ul className={classes['headline']}>
        {props.lines.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Actions(props: { readonly todo: readonly PlannedAction[] }) {
  const text = useText();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? props.todo : props.todo.slice(0, FIRST_ACTIONS);
  const hidden = props.todo.length - shown.length;
  return (
    <Section title={text('today.first')}>
      {shown.length === 0 && <Empty>{text('today.nothingToDo')}</Empty>}
      <ol className={classes['list']}>
        {shown.map(({ rank, title, why, severity }) => (
          <li key={rank} className={classes['item']} data-severity={severity}>
            <SeverityMark severity={severity} />
            <div className={classes['what']}>
              <strong dir="auto">{title}</strong>
              <p dir="auto">{why.join(' ')}</p>
            </div>
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="default" mt="sm" onClick={() => setIsWhole(true)}>
          {text('today.moreActions', { count: hidden })}
        </Button>
      )}
    </Section>
  );
}

function OpenAlerts(props: { readonly farmId: string }) {
  const text = useText();
  const alerts = useQuery(
    listQuery('alerts', { farmId: props.farmId, status: 'open', limit: MOST_ALERTS }),
  );
  return (
    <Section title={text('today.alerts')}>
      {alerts.isPending && <Loading />}
      {alerts.isError && !alerts.data && (
        <LoadingFailed error={alerts.error} onRetry={() => void alerts.refetch()} />
      )}
      {alerts.data?.data.length === 0 && <Empty>{text('today.noAlerts')}</Empty>}
      <ul className={classes['list']}>
        {alerts.data?.data.map((alert) => (
          <OpenAlert key={alert.id} alert={alert} />
        ))}
      </ul>
    </Section>
  );
}

function OpenAlert({ alert }: { readonly alert: Row<'alerts'> }) {
  const text = useText();
  const formats = useFormats();
  const change = useChange<'alerts'>();
  const acknowledge = () =>
    change.mutate({
      key: crypto.randomUUID(),
      change: {
        resource: 'alerts',
        id: alert.id,
        body: { status: 'acknowledged' },
        undo: { status: 'open' },
        said: 'action.acknowledged',
        title: alert.title,
      },
    });
  return (
    <li className={classes['item']} data-severity={alert.severity}>
      <SeverityMark severity={alert.severity} />
      <div className={classes['what']}>
        <Link to="/records/$resource/$id" params={{ resource: 'alerts', id: alert.id }} dir="auto">
          {alert.title}
        </Link>
        <p>{formats.instant(alert.createdAt)}</p>
      </div>
      <Button variant="default" loading={change.isPending} onClick={acknowledge}>
        {text('action.acknowledge')}
      </Button>
    </li>
  );
}

function Tasks(props: { readonly tasks: readonly DueTask[] }) {
  const text = useText();
  return (
    <Section title={text('today.tasks')}>
      {props.tasks.length === 0 && <Empty>{text('today.noTasks')}</Empty>}
      <ul className={classes['list']}>
        {props.tasks.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
    </Section>
  );
}

function Task({ task }: { readonly task: DueTask }) {
  const text = useText();
  const formats = useFormats();
  const change = useChange<'tasks'>();
  const complete = () =>
    change.mutate({
      key: crypto.randomUUID(),
      change: {
        resource: 'tasks',
        id: task.id,
        body: { status: 'done' },
        undo: { status: 'open' },
        said: 'action.completed',
        title: task.title,
      },
    });
  const due = text('task.due', { date: formats.day(task.dueDate) });
  return (
    <li className={classes['item']}>
      <div className={classes['what']}>
        <Link to="/records/$resource/$id" params={{ resource: 'tasks', id: task.id }} dir="auto">
          {task.title}
        </Link>
        <p>
          {task.overdue && <strong className={classes['late']}>{text('task.overdue')} · </strong>}
          {due}
          {task.assignee !== null && (
            <>
              {' · '}
              <bdi>{task.assignee}</bdi>
            </>
          )}
        </p>
      </div>
      <Button variant="default" loading={change.isPending} onClick={complete}>
        {text('action.complete')}
      </Button>
    </li>
  );
}
