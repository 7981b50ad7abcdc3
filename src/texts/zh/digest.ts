import type { digest as english } from '../en/digest.ts';

export const digest = {
  'digest.spike':
    '{flock}：{when, select, today {今天} yesterday {昨天} other {{day}}}死亡{count, plural, other {#只}}，是一周平均的{ratio, number}倍',
  'digest.spikeYoung':
    '{flock}：{when, select, today {今天} yesterday {昨天} other {{day}}}死亡雏禽{count, plural, other {#只}}，是该日龄正常水平的{ratio, number}倍',
  'digest.spikeShare':
    '{flock}：{when, select, today {今天} yesterday {昨天} other {{day}}}死亡{count, plural, other {#只}}，占全群{pct}',
  'digest.moreSpikes': '另有{count, plural, other {#个批次}}死亡偏高',
  'digest.alerts.critical':
    '{count, plural, =1 {严重警报：{alert}} other {#条严重警报，第一条：{alert}}}',
  'digest.alerts.warning': '{count, plural, =1 {警告：{alert}} other {#条警告，第一条：{alert}}}',
  'digest.questions':
    '{count, plural, =1 {{isNamed, select, yes {{author}在等答复} other {有员工在等答复}}，已等{ago}} other {#个问题在等答复，最早的已等{ago}}}',
  'digest.missingLogs':
    '{count, plural, =1 {批次{flock}已{days}没有日报} other {#个批次没有日报：{flocks}}}',
  'digest.tasks': '今天{count, plural, other {#项任务}}{overdue, plural, =0 {} other {，#项逾期}}',
  'digest.heat.warning': '将有高温：禽只体感最高{thi}',
  'digest.heat.critical': '将有危险高温：禽只体感最高{thi}',
  'digest.cold': '将降温，舍内有幼禽',
  'digest.quiet': '夜间平安：没有警告，死亡正常',
  'digest.noBirds': '舍内没有禽只',
} satisfies Record<keyof typeof english, string>;
