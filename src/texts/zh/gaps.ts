import type { gaps as english } from '../en/gaps.ts';

export const gaps = {
  'gap.amount':
    '{unit, select, none {{count, number}} ml {{count, number}毫升} l {{count, number}升} g {{count, number}克} kg {{count, number}公斤} doses {{count, plural, other {#头份}}} vials {{count, plural, other {#小瓶}}} bottles {{count, plural, other {#瓶}}} sachets {{count, plural, other {#袋}}} tablets {{count, plural, other {#片}}} units {{count, plural, other {#个}}} other {{count, number} {unit}}}',
  'gap.flock_no_log_today.title': '批次{flock}今天还没有日报',
  'gap.flock_no_log_today.last': '最近一次日报是{day}。',
  'gap.flock_no_log_today.never': '自{day}进场以来没有任何日报。',
  'gap.worker_question_unanswered.title':
    '{isNamed, select, yes {{author}在等答复} other {有员工在等答复}}',
  'gap.worker_question_unanswered.message': '{ago}前提问：{question}',
  'gap.alert_open_over_3_days.title': '警报仍未处理：{alert}',
  'gap.alert_open_over_3_days.message': '{ago}前发出，至今未处理。',
  'gap.flock_not_weighed_7d.title': '批次{flock}该称重了',
  'gap.flock_not_weighed_7d.last': '上次称重是{day}，{days}前。',
  'gap.flock_not_weighed_7d.never': '进场{days}了，还没有称过重。',
  'gap.flock_not_weighed_7d.cameras': '只有摄像头称重，已{days}没有人工称重。',
  'gap.value_suspect.title':
    '批次{flock}{day}的{field, select, avgWeightGr {体重} feedKg {饲料量} waterL {饮水量} other {销售重量}}不可信',
  'gap.value_suspect.range':
    '记录为{value}；合理范围为{low}到{high}。所有计算都不使用该值。请更正；如果数值属实，请检查该批次的品种、进场日期和禽只数量，系统据此判断。',
  'gap.value_suspect.cameras':
    '记录为{value}，但至少三个已校准的摄像头一致测得{low}到{high}。所有计算都不使用该值。请更正或重新称重：十天内第二次称重与其一致时，两次都会采用。',
  'gap.value_suspect.most':
    '记录为{value}；合理值最多为{high}。所有计算都不使用该值。请更正；如果数值属实，请检查该批次的品种、进场日期和禽只数量，系统据此判断。',
  'gap.medicine_expired.title': '{medicine}已过期',
  'gap.medicine_expired.message': '{day}过期，仍在库中。',
  'gap.medicine_expired.used': '{day}过期，之后还给禽只用过。',
  'gap.medicine_expiring.title': '{medicine}即将过期',
  'gap.medicine_expiring.message': '{day}过期，还有{days}。',
  'gap.medicine_expiring.today': '今天过期（{day}）。',
  'gap.medicine_low_stock.title': '{medicine}库存不足',
  'gap.medicine_low_stock.message': '剩余{left}，至少应有{least}。',
  'gap.medicine_low_stock.none': '已用完，至少应有{least}。',
  'gap.farm_no_coordinates.title': '{farm}没有位置',
  'gap.farm_no_coordinates.message': '没有坐标就没有农场的天气预报，时间按组织的时区计算。',
  'gap.farm_no_contacts.title': '{farm}缺少联系人',
  'gap.farm_no_contacts.none': '没有任何联系人：没有兽医，也没有供应商。',
  'gap.farm_no_contacts.vet': '舍内有禽只，但联系人中没有兽医。',
  'gap.integration_failing.title': '{integration}无法工作',
  'gap.integration_failing.message': '上次正常是{ago}前。',
  'gap.integration_failing.never': '{ago}前设置以来从未正常工作。',
  'gap.integration_failing.unbound':
    '其密钥 {secret} 未绑定任何主机，因此不会发送。请在保存密钥的位置，在密钥前写上 host={host} 和一个空格；如果是环境变量，请重启服务器。',
  'gap.integration_stale.title': '{integration}没有数据',
  'gap.integration_stale.message': '已{ago}没有收到数据。',
  'gap.integration_stale.never': '{ago}前设置以来没有收到任何数据。',
  'gap.automation_blocked.title': '自动化“{automation}”未运行',
  'gap.automation_blocked.message': '{reason}',
  'gap.webhook_off.title': '发往 {host} 的 webhook 已停用',
  'gap.webhook_off.failures':
    '连续 20 次推送失败，{ago}前已停用。事件保留 7 天。请修复接收端，然后重新启用。',
  'gap.webhook_off.gone':
    '接收端{ago}前表示该地址已不存在（410）。事件保留 7 天。请设置新地址，然后重新启用。',
  'gap.webhook_off.owner_revoked':
    '其所属密钥已被吊销，{ago}前已停用。事件保留 7 天。请由另一个能读取相同数据的密钥接管。',
  'gap.webhook_off.owner_expired':
    '其所属密钥已过期，{ago}前已停用。事件保留 7 天。请由另一个能读取相同数据的密钥接管。',
  'gap.webhook_off.owner_narrowed':
    '其所属密钥已无权查看这些事件，{ago}前已停用。事件保留 7 天。请由另一个能读取相同数据的密钥接管。',
  'gap.webhook_failing.title': '发往 {host} 的 webhook 推送失败',
  'gap.webhook_failing.message': '已连续 {count} 次推送失败，满 20 次将停用。请检查接收端。',
  'gap.no_recent_photos.title': '批次{flock}没有近期照片',
  'gap.no_recent_photos.message': '最近{days}没有该批次或其禽舍的照片。',
} satisfies Record<keyof typeof english, string>;
