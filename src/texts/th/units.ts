import type { units as english } from '../en/units.ts';

export const units = {
  'unit.g': '{n} กรัม',
  'unit.kg': '{n} กก.',
  'unit.L': '{n} ลิตร',
  'unit.t': '{n} ตัน',
  'unit.ppm': '{n} ppm',
  'unit.birds': '{count, plural, other {# ตัว}}',
  'unit.eggs': '{count, plural, other {# ฟอง}}',
  'unit.kg/m²': '{n} กก./ตร.ม.',
  'unit.L/kg': '{n} ลิตร/กก.',
  'unit.g/day': '{n} ก./วัน',
  'unit.days': '{count, plural, other {{n} วัน}}',
  'unit.hours': '{count, plural, other {{n} ชั่วโมง}}',
  'unit.minutes': '{count, plural, other {{n} นาที}}',
} satisfies Record<keyof typeof english, string>;
