import type { labor as english } from '../en/labor.ts';

export const labor = {
  'labor.no_tasks': 'לא נכתבו משימות במשק.',
  'labor.no_assignees': 'לאף משימה אין אחראי.',
  'labor.no_labor_expenses': 'לא נרשמו הוצאות עבודה ב-30 הימים האחרונים.',
} satisfies Record<keyof typeof english, string>;
