import type { askAir as english } from '../en/ask-air.ts';

export const askAir = {
  'ask.air.now':
    '{place}{name}{value}{range, select, out {，超出鸡群适宜范围} other {}}{isOld, select, yes {（{ago}前测得）} other {}}。',
  'ask.air.span': '{place}{name}{low}至{high}，平均{average}（{from}至{to}）。',
  'ask.air.none': '{place}没有{name}的测量值。',
  'ask.heatStress':
    '{place}过去一天{count, plural, =0 {没有热应激} other {热应激{hours}}}{hasThi, select, yes {；现在体感{thi}} other {}}{band, select, mild {（轻微）} warning {（过热）} critical {（危险）} emergency {（致命）} other {}}。',
  'ask.noHeatHours':
    '{place}测量次数太少，无法统计热应激时间{hasThi, select, yes {；现在体感{thi}} other {}}。',
  'ask.weather.now': '室外{temp}{hasHumidity, select, yes {，湿度{humidity}} other {}}。',
  'ask.weather.ahead': '到{until}：{low}至{high}。',
} satisfies Record<keyof typeof english, string>;
