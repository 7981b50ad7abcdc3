import type { units as english } from '../en/units.ts';

export const units = {
  'unit.g': '{n}克',
  'unit.kg': '{n}公斤',
  'unit.L': '{n}升',
  'unit.t': '{n}吨',
  'unit.ppm': '{n} ppm',
  'unit.birds': '{count, plural, other {#只}}',
  'unit.eggs': '{count, plural, other {#枚}}',
  'unit.kg/m²': '{n}公斤/平方米',
  'unit.L/kg': '{n}升/公斤',
  'unit.g/day': '{n}克/天',
  'unit.days': '{count, plural, other {{n}天}}',
  'unit.hours': '{count, plural, other {{n}小时}}',
  'unit.minutes': '{count, plural, other {{n}分钟}}',
} satisfies Record<keyof typeof english, string>;
