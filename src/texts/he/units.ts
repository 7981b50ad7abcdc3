import type { units as english } from '../en/units.ts';

export const units = {
  'unit.g': '{n} גרם',
  'unit.kg': '{n} ק"ג',
  'unit.L': '{n} ליטר',
  'unit.t': '{n} טון',
  'unit.ppm': '{n} ppm',
  'unit.birds': '{count, plural, one {עוף אחד} two {# עופות} other {# עופות}}',
  'unit.eggs': '{count, plural, one {ביצה אחת} two {# ביצים} other {# ביצים}}',
  'unit.kg/m²': '{n} ק"ג/מ"ר',
  'unit.L/kg': '{n} ליטר/ק"ג',
  'unit.g/day': '{n} גרם ליום',
  'unit.days': '{count, plural, one {יום אחד} two {יומיים} other {{n} ימים}}',
  'unit.hours': '{count, plural, one {שעה אחת} two {שעתיים} other {{n} שעות}}',
  'unit.minutes': '{count, plural, one {דקה אחת} two {שתי דקות} other {{n} דקות}}',
} satisfies Record<keyof typeof english, string>;
