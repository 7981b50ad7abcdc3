import type { labor as english } from '../en/labor.ts';

export const labor = {
  'labor.no_tasks': '农场还没有任何任务。',
  'labor.no_assignees': '没有任务指定负责人。',
  'labor.no_labor_expenses': '最近30天没有记录人工费用。',
} satisfies Record<keyof typeof english, string>;
