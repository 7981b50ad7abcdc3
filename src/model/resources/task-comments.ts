import { exampleId, prose, reference, text, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { open } from '../core/vocabulary.ts';

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
