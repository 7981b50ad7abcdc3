import type { suppliers as english } from '../en/suppliers.ts';

export const suppliers = {
  'suppliers.no_suppliers': '饲料、雏鸡和药品都没有写明供应商。',
  'suppliers.delivery_without_supplier': '有{count, number}次送料没有写明供应商。',
  'suppliers.flock_without_supplier': '没有记录鸡群{flock}的雏鸡来自哪家孵化场。',
} satisfies Record<keyof typeof english, string>;
