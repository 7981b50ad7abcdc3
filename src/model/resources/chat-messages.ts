import { json, list, prose, reference, text, word } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { defineResource } from '../core/resource.ts';
import { language, open } from '../core/vocabulary.ts';

export const chatMessages = defineResource({
  name: 'chat-messages',
  singular: 'chat message',
  idPrefix: 'message',
  group: 'People and system',
  summary: 'Chat messages with the assistant or between people',
  readOnly: true,
  fields: {
    threadId: text(80, { origin: 'system' }),
    senderType: word(open(['user', 'worker', 'assistant', 'system']), { origin: 'system' }),
    senderId: text(80, { origin: 'system' }),
    senderName: text(120, { origin: 'system' }),
    role: word(open(['user', 'assistant', 'tool', 'system']), { origin: 'system' }),
    text: prose(limits.stringLength, { origin: 'system' }),
    lang: word(language, { origin: 'system' }),
    translations: json({ origin: 'system', note: 'The text by language' }),
    attachments: list(20, 80, { origin: 'system', note: 'Ids of media' }),
    replyToId: reference('chat-messages', { origin: 'system' }),
    agentRunId: reference('agent-runs', { origin: 'system' }),
    readBy: list(limits.arrayItems, 80, { origin: 'system', note: 'Ids of users' }),
  },
  farm: { kind: 'farm', parents: [] },
  label: ['text'],
  search: ['text'],
  filters: ['threadId', 'senderType'],
  ranges: ['createdAt'],
  order: 'createdAt',
  columns: ['id', 'createdAt', 'threadId', 'senderType', 'senderName', 'text', 'lang'],
  example: {},
});
