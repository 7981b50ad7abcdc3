import type { feed as english } from '../en/feed.ts';

export const feed = {
  'feed.late_phase': 'ฝูง {flock} ได้รับ{feed}ตอนอายุ {age, plural, other {# วัน}} ตอนนี้ควรได้{expected}',
  'feed.no_withdrawal': 'ฝูง {flock} ใกล้ขายแล้วแต่ยังไม่ได้รับ{expected}',
  'feed.type.starter': 'อาหารไก่เล็ก',
  'feed.type.grower': 'อาหารไก่รุ่น',
  'feed.type.finisher': 'อาหารไก่ใหญ่',
  'feed.type.withdrawal': 'อาหารระยะหยุดยา',
} satisfies Record<keyof typeof english, string>;
