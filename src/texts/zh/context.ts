import type { context as english } from '../en/context.ts';

export const context = {
  'context.farm.stocked':
    '{farm}：{barns, plural, other {#栋禽舍}}，{flocks, plural, other {#个批次}}，{birds, plural, other {#只}}。',
  'context.farm.uncounted':
    '{farm}：{barns, plural, other {#栋禽舍}}，{flocks, plural, other {#个批次}}；进场时没有全部点数。',
  'context.farm.empty':
    '{farm}：{barns, plural, =0 {没有禽舍} other {#栋禽舍}}，{flocks, plural, =0 {舍内没有禽只} other {#个批次}}。',
  'context.barn': '{barn}：{facts}。',
  'context.moreBarns': '另有{count, plural, other {#栋禽舍}}。',
  'context.and': '{first}，{rest}',
  'context.then': '{first}；{rest}',
  'context.fact.empty':
    '{status, select, cleaning {空舍，正在清洗} maintenance {空舍，正在维修} inactive {未使用} other {没有禽只}}',
  'context.fact.flock': '批次{flock}',
  'context.fact.unnamedFlock': '一个批次',
  'context.fact.breed': '{breed}',
  'context.fact.age': '{count, plural, other {#日龄}}',
  'context.fact.birds': '存栏{count, plural, other {#只}}',
  'context.fact.deaths': '累计死亡{count, plural, other {#只}}（{pct}）',
  'context.fact.weight': '{day}体重{weight}',
  'context.fact.notWeighed': '尚未称重',
  'context.fact.deviation':
    '{side, select, above {高于标准{pct}} below {低于标准{pct}} other {与标准相差{pct}}}',
  'context.fact.lastLog': '最近日报{day}',
  'context.fact.neverLogged': '尚无日报',
  'context.fact.temp': '{temp}',
  'context.fact.humidity': '湿度{humidity}',
  'context.fact.outOfRange':
    '{measure, select, temp {温度超出范围} humidity {湿度超出范围} co2 {CO2过高} other {氨气过高}}',
  'context.fact.measuredAgo': '{ago}前测量',
  'context.noAlerts': '没有未处理的警报。',
  'context.alerts':
    '{count, plural, other {#条未处理警报}}，{critical, plural, =0 {没有严重的} other {其中#条严重}}；最严重：{alert}。',
  'context.questions': '{count, plural, other {#个问题}}在等答复。',
  'context.tasks':
    '{count, plural, other {#项未完成任务}}：{overdue, plural, other {#项逾期}}，{today, plural, other {#项今天到期}}。',
  'context.medicineExpired': '库中有{count, plural, other {#种}}过期药品：{names}。',
  'context.medicineLow': '{count, plural, other {#种}}药品库存不足：{names}。',
  'context.hardwareDown': '{count, plural, other {#个}}设备或连接无法工作：{names}。',
  'context.camerasUnregistered': '{count, plural, other {#个}}摄像头未登记就在发送数据。',
  'context.money': '最近90天实际：销售{revenue}，饲料{feed}，其他支出{expenses}，结余{net}。',
} satisfies Record<keyof typeof english, string>;
