import type { suppliers as english } from '../en/suppliers.ts';

export const suppliers = {
  'suppliers.no_suppliers': 'ไม่มีการระบุผู้ขายของอาหาร ลูกไก่ หรือยา',
  'suppliers.delivery_without_supplier': 'มีการส่งอาหาร {count, number} ครั้งที่ไม่ระบุผู้ขาย',
  'suppliers.flock_without_supplier': 'ไม่ได้บันทึกว่าลูกไก่ของฝูง {flock} มาจากโรงฟักไหน',
} satisfies Record<keyof typeof english, string>;
