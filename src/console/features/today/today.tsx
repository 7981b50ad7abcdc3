import { Button, Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Dashboard, dashboardQuery, type PlannedAction } from '../../api/answers.ts';
import { newKey } from '../../api/http.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { laneOfRecord } from '../../offline/outbox.ts';
import { useChange } from '../../offline/use-change.ts';
import { useWaiting } from '../../offline/use-outbox.tsx';
import { BarnCards } from '../../ui/barn-cards.tsx';
import { preserveFarm, useFarm } from '../../ui/farm.tsx';
import { Figures } from '../../ui/figures.tsx';
import { FixLink } from '../../ui/fix-link.tsx';
import items from '../../ui/items.module.css';
import { OpenAlerts } from '../../ui/open-alerts.tsx';
import { Empty, Loading, Page, Section, Unanswered, useCan } from '../../ui/page.tsx';
import { Reasons } from '../../ui/reasons.tsx';
import { SeverityMark, WaitingMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import { Morning } from './morning.tsx';
import { Reach } from './reach.tsx';
import classes from './today.module.css';
import type { ShownTask } from './worker-today.tsx';

const INITIAL_ACTIONS = 5;
const WorkerToday = lazy(async () => ({
  default: (await import('./worker-today.tsx')).WorkerToday,
}));
/** Number of tasks displayed initially: the most urgent ones. */
const INITIAL_TASKS = 20;

/** The farm this morning: events, the most important work, and every barn. */
export function Today(): ReactNode {
  const text = useText();
  const { wording } = useLanguage();
  const farm = useFarm();
  const maySeeAll = useCan()('read:*');
  const dashboard = useQuery({
    ...dashboardQuery(farm?.id ?? '', wording.language),
    enabled: farm !== undefined && maySeeAll,
  });
  if (!farm) return <Empty />;
  if (!maySeeAll) {
    return (
      <Suspense fallback={<Loading />}>
        <WorkerToday farmId={farm.id}>{(tasks) => <Tasks tasks={tasks} />}</WorkerToday>
      </Suspense>
    );
  }
  if (!dashboard.data) return <Unanswered query={dashboard} title={text('nav.today')} />;
  return (
    <Page title={text('nav.today')} aside={<AsOf at={dashboard.data.asOf} />}>
      <Reach farmId={farm.id} />
      <Headline lines={dashboard.data.headline} />
      <Figures figures={dashboard.data.figures} />
      <div className={classes['columns']}>
        <Actions todo={dashboard.data.todo} />
        <div>
          <OpenAlerts of={{ farmId: farm.id }} />
          <Tasks tasks={dashboard.data.tasks} />
        </div>
        <div>
          <Morning farmId={farm.id} />
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
          <li key={line}>
            <Words>{line}</Words>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Actions(props: { readonly todo: readonly PlannedAction[] }) {
  const text = useText();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? props.todo : props.todo.slice(0, INITIAL_ACTIONS);
  const hidden = props.todo.length - shown.length;
  return (
    <Section title={text('today.first')}>
      {shown.length === 0 && <Empty>{text('today.nothingToDo')}</Empty>}
      <ol className={items['list']}>
        {shown.map(({ rank, title, why, severity, action }) => (
          <li key={rank} className={items['item']} data-severity={severity}>
            <SeverityMark severity={severity} />
            <div className={items['what']}>
              <strong dir="auto">
                <Words>{title}</Words>
              </strong>
              <Reasons of={why} />
              <FixLink fix={action} />
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

function Tasks(props: { readonly tasks: readonly ShownTask[] }) {
  const text = useText();
  const total = props.tasks.length;
  const shown = props.tasks.slice(0, INITIAL_TASKS);
  return (
    <Section title={text('today.tasks')}>
      {props.tasks.length === 0 && <Empty>{text('today.noTasks')}</Empty>}
      <ul className={items['list']}>
        {shown.map((task) => (
          <Task key={task.id} task={task} />
        ))}
      </ul>
      {shown.length < total && (
        <p>
          {text('records.shown', { shown: shown.length, total })}{' '}
          <Link to="/tasks" search={preserveFarm}>
            {text('nav.tasks')}
          </Link>
        </p>
      )}
    </Section>
  );
}

function Task({ task }: { readonly task: ShownTask }) {
  const text = useText();
  const formats = useFormats();
  const change = useChange<'tasks'>();
  const complete = () =>
    change.mutate({
      key: newKey(),
      change: {
        resource: 'tasks',
        id: task.id,
        body: { status: 'done' },
        undo: { status: 'open' },
        messageName: 'action.completed',
        title: task.title ?? task.id,
      },
    });
  const waiting = useWaiting(laneOfRecord('tasks', task.id));
  const due = text('task.due', { date: formats.day(task.dueDate) });
  return (
    <li className={items['item']}>
      <div className={items['what']}>
        <Link to="/records/$resource/$id" params={{ resource: 'tasks', id: task.id }} dir="auto">
          <Words>{task.title ?? task.id}</Words>
        </Link>
        <p>
          {task.overdue && <strong className={items['late']}>{text('task.overdue')} · </strong>}
          {due}
          {task.assignee !== null && (
            <>
              {' · '}
              <bdi>{task.assignee}</bdi>
            </>
          )}
        </p>
      </div>
      {waiting ? (
        <WaitingMark entry={waiting} />
      ) : (
        <Button variant="default" loading={change.isPending} onClick={complete}>
          {text('action.complete')}
        </Button>
      )}
    </li>
  );
}
