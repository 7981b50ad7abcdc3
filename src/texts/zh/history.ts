import type { history as english } from '../en/history.ts';

export const history = {
  'page.history.count': '{count, plural, other {# 次更改}}',
  'page.history.created': '创建',
  'page.history.changed': '修改',
  'page.history.deleted': '删除',
  'page.history.undone': '撤销',
  'page.history.gone': '已删除；历史记录仍保留。',
} as const satisfies Record<keyof typeof english, string>;
