import type { labor as english } from '../en/labor.ts';

export const labor = {
  'labor.no_tasks': 'ยังไม่มีงานที่บันทึกไว้ในฟาร์ม',
  'labor.no_assignees': 'ไม่มีงานใดระบุผู้รับผิดชอบ',
  'labor.no_labor_expenses': 'ไม่มีการบันทึกค่าแรงใน 30 วันที่ผ่านมา',
} satisfies Record<keyof typeof english, string>;
