import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayInZone } from '../../../tools/calendar.ts';
import type { DueTask } from '../../api/answers.ts';
import { listQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { useText, useZone } from '../../i18n/language.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import { OpenAlerts } from '../../ui/open-alerts.tsx';
import { Page, Unanswered, useCan } from '../../ui/page.tsx';

const MOST_TASKS = 50;

/** A task of the dashboard, or one from the list of tasks. */
export type ShownTask = Pick<DueTask, 'id' | 'dueDate' | 'overdue' | 'assignee'> & {
  readonly title: string | null;
};

/** The Today screen of users without access to all data, such as workers and vets. */
export function WorkerToday(props: {
  readonly farmId: string;
  /** Displays the tasks. */
  readonly children: (tasks: readonly ShownTask[]) => ReactNode;
}): ReactNode {
  const { farmId } = props;
  const text = useText();
  const can = useCan();
  const today = dayInZone(serviceNow(), useZone());
  const due = { farmId, order: 'dueDate', dir: 'asc', limit: MOST_TASKS };
  const enabled = can('read:tasks');
  const open = useQuery({ ...listQuery('tasks', { ...due, status: 'open' }), enabled });
  const begun = useQuery({ ...listQuery('tasks', { ...due, status: 'in_progress' }), enabled });
  const tasks = [...(begun.data?.data ?? []), ...(open.data?.data ?? [])].flatMap((task) =>
    task.dueDate !== null && task.dueDate <= today
      ? // The names of other people are not read here.
        [{ ...task, dueDate: task.dueDate, overdue: task.overdue === true, assignee: null }]
      : [],
  );
  return (
    <Page title={text('nav.today')}>
      {can('write:daily-logs') && (
        <Button
          size="lg"
          mt="md"
          renderRoot={(root) => <Link to="/log" search={preserveFarm} {...root} />}
        >
          {text('today.log')}
        </Button>
      )}
      {can('read:alerts') && <OpenAlerts of={{ farmId }} />}
      {enabled && (open.data ? props.children(tasks) : <Unanswered query={open} />)}
    </Page>
  );
}
