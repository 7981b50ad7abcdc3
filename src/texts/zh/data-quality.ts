import type { dataQuality as english } from '../en/data-quality.ts';

export const dataQuality = {
  'dataQuality.negative_population': '批次{flock}：减少了{gone}，但只进场{placed}。',
  'dataQuality.duplicate_log':
    '同一批次{day}有{count, plural, other {#份}}日报，以最后修改的为准。',
  'dataQuality.age_mismatch': '{day}的日报写的日龄是{logged}，按进场日期应为{age}。',
  'dataQuality.eggs_broken_gt_eggs': '{day}破蛋多于收蛋：{broken}对{eggs}。',
  'dataQuality.temp_order':
    '{day}的温度互相矛盾：{pair, select, minAvg {最低{low}，平均{high}} avgMax {平均{low}，最高{high}} other {最低{low}，最高{high}}}。',
  'dataQuality.future_date': '日期在未来：{day}。',
  'dataQuality.zero_streak': '批次{flock}：{from}至{to}连续{days}零死亡，这么大的批次不太可能。',
  'dataQuality.identical_values': '批次{flock}：{from}至{to}连续{days}数据完全相同。',
  'dataQuality.suspect_value': '批次{flock}：{what}',
  'suspect.range':
    '{day}{field, select, avgWeightGr {体重} other {销售重量}}为{value}；合理范围为{low}到{high}。',
  'suspect.most': '{day}{field, select, feedKg {饲料} other {饮水}}为{value}；合理值最多为{high}。',
  'suspect.breed': '没有品种“{breed}”的标准。您是指{suggestion}吗？',
  'suspect.ask':
    '{isBreed, select, yes {仍要以该品种保存批次吗？} other {仍要保存吗？不可信的数值不会用于任何计算。}}',
  'suspect.notStored': '没有保存任何内容。',
  'suspect.stored':
    '{field, select, avgWeightGr {体重} feedKg {饲料量} waterL {饮水量} other {销售重量}}不可信。已保存，但不会用于任何计算。',
  'dataQuality.weight_jump': '批次{flock}：{fromDay}{from}，{toDay}{to}，每天变化{pct}。',
  'dataQuality.log_before_placement': '{day}的日报早于进场日期{placement}。',
} satisfies Record<keyof typeof english, string>;
