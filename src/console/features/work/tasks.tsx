import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { getResource, type Row } from '../../../model/resources/registry.ts';
import { newKey } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { capitalised } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { laneOfRecord } from '../../offline/outbox.ts';
import { useChange } from '../../offline/use-change.ts';
import { useWaiting } from '../../offline/use-outbox.tsx';
import { useFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Empty, Forbidden, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { WaitingMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import classes from './work.module.css';
import { type FilterSet, useWorkSearch, WorkFilters, workParameters } from './work-filters.tsx';
import { WorkEntry, type WorkKeys, WorkList } from './work-list.tsx';

const FILTERS: FilterSet = { resource: 'tasks', names: ['priority', 'barnId', 'frequency'] };
/** The columns of the board. */
const STATES = ['open', 'in_progress', 'blocked', 'done'] as const;
const INITIAL_TASKS = 100;
/** Number of the latest done tasks that are displayed. */
const INITIAL_DONE_TASKS = 20;

type State = (typeof STATES)[number];

/** The tasks of a farm as a board with a column for each state. */
export function Tasks(): ReactNode {
  const text = useText();
  const can = useCan();
  const farm = useFarm();
  if (!can('read:tasks')) return <Forbidden scope="read:tasks" />;
  return (
    <Page
      title={text('nav.tasks')}
      aside={
        can('write:tasks') && (
          <Button
            renderRoot={(root) => (
              <Link
                {...root}
                to="/records/$resource/new"
                params={{ resource: 'tasks' }}
                search={{ farm: farm?.id }}
              />
            )}
          >
            {text('work.newTask')}
          </Button>
        )
      }
    >
      <WorkFilters filters={FILTERS} />
      <div className={classes['board']}>
        {STATES.map((state) => (
          <Column key={state} state={state} />
        ))}
      </div>
    </Page>
  );
}

function Column({ state }: { readonly state: State }) {
  const { wording } = useLanguage();
  const farm = useFarm();
  const [search] = useWorkSearch();
  const isDone = state === 'done';
  const { list: tasks, rest } = useGrowingList(
    (limit) => ({
      ...listQuery('tasks', {
        farmId: farm?.id,
        status: state,
        ...workParameters(FILTERS, search),
        ...(isDone ? { order: 'completedAt', dir: 'desc' } : { order: 'dueDate', dir: 'asc' }),
        limit,
      }),
      enabled: farm !== undefined,
    }),
    isDone ? INITIAL_DONE_TASKS : INITIAL_TASKS,
  );
  const label = capitalised(wordOf(wording.labels, state, 'tasks'));
  return (
    <section className={classes['column']} aria-label={label}>
      <h2>
        {label} {tasks.data && <small>{tasks.data.meta.total}</small>}
      </h2>
      {!tasks.data && <Unanswered query={tasks} />}
      {tasks.data?.data.length === 0 && <Empty>{wording.text('work.noTasks')}</Empty>}
      {tasks.data && tasks.data.data.length > 0 && (
        <WorkList label={label} keys={keysOf(state)}>
          {tasks.data.data.map((task) => (
            <Task key={task.id} task={task} />
          ))}
        </WorkList>
      )}
      {rest}
    </section>
  );
}

function Task({ task }: { readonly task: Row<'tasks'> }) {
  const { wording } = useLanguage();
  const formats = useFormats();
  const { fields } = getResource('tasks');
  const { dueDate, assignee, barnId, priority } = task;
  return (
    <WorkEntry severity={priority === 'urgent' ? 'critical' : null} label={task.title}>
      <div className={classes['what']}>
        <Link
          to="/records/$resource/$id"
          params={{ resource: 'tasks', id: task.id }}
          search={({ farm }) => ({ farm })}
          dir="auto"
        >
          <Words>{task.title}</Words>
        </Link>
        <p className={classes['meta']}>
          {priority !== 'normal' && priority !== null && (
            <span className={classes['pill']}>{wordOf(wording.labels, priority)}</span>
          )}
          {dueDate !== null && (
            <span data-late={task.overdue === true || undefined}>
              {task.overdue === true && `${wording.text('task.overdue')} · `}
              {wording.text('task.due', { date: formats.day(dueDate) })}
            </span>
          )}
          {assignee !== null && fields['assignee'] && (
            <FieldValue field={fields['assignee']} value={assignee} />
          )}
          {barnId !== null && fields['barnId'] && (
            <FieldValue field={fields['barnId']} value={barnId} />
          )}
        </p>
      </div>
      <TaskButtons task={task} />
    </WorkEntry>
  );
}

/** The moves between columns, with their keyboard shortcuts. */
const TRANSITIONS = [
  { to: 'done', key: 'd', name: 'action.complete', said: 'action.completed' },
  { to: 'in_progress', key: 's', name: 'work.start', said: 'work.started' },
  { to: 'blocked', key: 'b', name: 'work.block', said: 'work.blocked' },
  { to: 'open', key: 'o', name: 'work.reopen', said: 'work.reopened' },
] as const;

function TaskButtons({ task }: { readonly task: Row<'tasks'> }) {
  const text = useText();
  const can = useCan();
  const change = useChange<'tasks'>();
  const waiting = useWaiting(laneOfRecord('tasks', task.id));
  if (!can('write:tasks')) return null;
  if (waiting) return <WaitingMark entry={waiting} />;
  const { id, title, status, version } = task;
  return (
    <div className={classes['buttons']}>
      {transitionsFrom(status).map(({ to, key, name, said: doneMessage }) => (
        <Button
          key={to}
          variant="default"
          data-key={key}
          loading={change.isPending}
          onClick={() =>
            change.mutate({
              key: newKey(),
              change: {
                resource: 'tasks',
                id,
                version,
                body: { status: to },
                undo: { status: status ?? 'open' },
                messageName: doneMessage,
                title,
              },
            })
          }
        >
          {text(name)}
        </Button>
      ))}
    </div>
  );
}

function transitionsFrom(status: string | null) {
  const next = getResource('tasks').transitions?.[status ?? ''] ?? [];
  return TRANSITIONS.filter(({ to }) => next.includes(to) && isUseful(status, to));
}

/** The keys of a column: those of the buttons of its tasks. */
function keysOf(state: State): WorkKeys {
  return Object.fromEntries(transitionsFrom(state).map(({ key, name }) => [key, name]));
}

/**
 * An open task can be started or done, one in progress can be blocked, and others can be reopened.
 */
function isUseful(from: string | null, to: State): boolean {
  if (to === 'blocked') return from === 'in_progress';
  return to !== 'open' || from === 'done' || from === 'blocked';
}
