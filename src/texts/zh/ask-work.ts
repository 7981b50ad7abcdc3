import type { askWork as english } from '../en/ask-work.ts';

export const askWork = {
  'ask.needsMe': '{count, plural, =0 {今天没有需要您处理的事。} other {今天有#件事需要您处理。}}',
  'ask.needsMeItem': '{severity, select, critical {紧急：{title}} other {{title}}}',
  'ask.gaps': '{count, plural, =0 {没有缺项。} other {有#项缺失。}}',
  'ask.gap': '{title}。{message}',
  'ask.setup': '农场设置完成{pct}：{total, number}步中已完成{done, number}步。',
  'ask.setupOpen': '尚未完成：{title}',
  'ask.alerts':
    '{count, plural, =0 {没有未处理的{severity, select, critical {严重警报} warning {警告} info {提示} other {警报}}。} other {有#个未处理的{severity, select, critical {严重警报} warning {警告} info {提示} other {警报}}。}}',
  'ask.alert':
    '{severity, select, critical {严重：} warning {警告：} other {}}{title}{hasPlace, select, yes {（{place}）} other {}}，{ago}前。',
  'ask.missingLogs': '{count, plural, =0 {所有批次今天都有日报。} other {有#个批次今天没有日报。}}',
  'ask.missingLog':
    '{place}：{count, plural, other {#天}}没有日报{hasLast, select, yes {，最近一次是{day}} other {}}。',
  'ask.questions': '{count, plural, =0 {没有待答的问题。} other {有#个问题待答。}}',
  'ask.question': '{isNamed, select, yes {{author}} other {员工}}，{ago}前：{text}',
  'ask.tasks':
    '{count, plural, =0 {{hasPerson, select, yes {{person}} other {}}没有{when, select, today {今天的} overdue {逾期的} period {那段时间的} other {未完成的}}任务。} other {{hasPerson, select, yes {{person}} other {}}有#个{when, select, today {今天的} overdue {逾期的} period {那段时间的} other {未完成的}}任务。}}',
  'ask.task':
    '{title}{hasPerson, select, yes {（{person}）} other {}}{due, select, late {，应于{day}完成} today {，今天到期（{day}）} later {，{day}到期} other {}}。',
  'ask.contacts': '{count, plural, =0 {联系人中没有这样的人。} other {#个联系人。}}',
  'ask.contact':
    '{name}{hasCompany, select, yes {（{company}）} other {}}{hasPhone, select, yes {，电话{phone}} other {，没有电话}}{hasEmail, select, yes {，{email}} other {}}',
  'ask.noContact': '请添加该联系人。',
  'ask.medicines': '{count, plural, =0 {药房里没有这种药。} other {药房里有#种。}}',
  'ask.medicineExpiring':
    '{count, plural, =0 {没有过期或即将过期的药。} other {有#种药过期或即将过期。}}',
  'ask.medicineLow': '{count, plural, =0 {没有库存不足的药。} other {有#种药库存不足。}}',
  'ask.medicine':
    '{name}{hasStock, select, yes {：还剩{stock}} other {：库存未知}}{expiry, select, past {，{day}已过期} ahead {，有效期至{day}} other {}}。',
} satisfies Record<keyof typeof english, string>;
