import {
  boolean,
  date,
  exampleId,
  prose,
  reference,
  text,
  timestamp,
  word,
} from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed, frequency, open, priority } from '../core/vocabulary.ts';

const status = closed(['open', 'in_progress', 'blocked', 'done', 'cancelled'], {
  new: 'open',
  todo: 'open',
  to_do: 'open',
  pending: 'open',
  doing: 'in_progress',
  started: 'in_progress',
  waiting: 'blocked',
  on_hold: 'blocked',
  complete: 'done',
  completed: 'done',
  finished: 'done',
  closed: 'done',
  canceled: 'cancelled',
});

export const tasks = defineResource({
  name: 'tasks',
  singular: 'task',
  idPrefix: 'task',
  group: 'Daily work',
  summary: 'A one-off or recurring task',
  fields: {
    barnId: reference('barns'),
    title: text(200, { required: true }),
    details: prose(5000),
    assignee: text(120, { note: 'Id of a user or contact, or a name' }),
    priority: word(priority, { default: 'normal' }),
    status: word(status, { default: 'open' }),
    dueDate: date(),
    frequency: word(frequency, {
      default: 'once',
      note: 'Completing a recurring task creates the next one',
    }),
    completedAt: timestamp({ origin: 'system' }),
    seriesId: reference('tasks', {
      origin: 'system',
      note: 'The first task of a repeating series',
    }),
    overdue: boolean({ origin: 'computed' }),
    nextDueDate: date({ origin: 'computed', note: 'When the next task of the series is due' }),
  },
  farm: { kind: 'farm', parents: ['barnId'] },
  label: ['title'],
  search: ['title', 'details'],
  filters: ['status', 'priority', 'assignee', 'barnId', 'frequency'],
  ranges: ['dueDate', 'createdAt'],
  order: 'createdAt',
  transitions: {
    open: ['in_progress', 'blocked', 'done', 'cancelled'],
    in_progress: ['open', 'blocked', 'done', 'cancelled'],
    blocked: ['open', 'in_progress', 'cancelled'],
    done: ['open'],
    cancelled: ['open'],
  },
  emits: [
    { event: 'task.created', on: 'create' },
    { event: 'task.completed', on: 'enter', field: 'status', value: 'done' },
  ],
  deletesWith: [{ resource: 'task-comments', field: 'taskId' }],
  columns: ['id', 'title', 'assignee', 'priority', 'status', 'dueDate', 'overdue', 'frequency'],
  example: {
    barnId: exampleId('barn'),
    title: 'Weigh 100 birds',
    details: 'Ten birds at ten places, along both sides of the barn',
    assignee: 'Somchai',
    priority: 'high',
    dueDate: '2026-11-22',
    frequency: 'weekly',
  },
});

export const taskComments = defineResource({
  name: 'task-comments',
  singular: 'task comment',
  idPrefix: 'comment',
  group: 'Daily work',
  summary: 'Comments on a task',
  fields: {
    taskId: reference('tasks', { required: true }),
    kind: word(open(['comment', 'status', 'question', 'answer', 'photo', 'system']), {
      default: 'comment',
    }),
    text: prose(5000, { required: true }),
    authorName: text(120, { defaultFrom: 'caller' }),
  },
  farm: { kind: 'farm', parents: ['taskId'] },
  label: ['text'],
  found: ['text', 'authorName'],
  filters: ['taskId', 'kind'],
  order: 'createdAt',
  columns: ['id', 'taskId', 'kind', 'authorName', 'text', 'createdAt'],
  example: {
    taskId: exampleId('task'),
    kind: 'question',
    text: 'The scale shows an error; may I use the one of barn 2?',
    authorName: 'Somchai',
  },
});
