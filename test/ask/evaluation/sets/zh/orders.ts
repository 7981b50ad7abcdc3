import type { AskedOrder } from '../../question-set.ts';

/** What is ordered in Chinese. */
export const orders: readonly AskedOrder[] = [
  {
    action: 'log_daily',
    fields: { barnId: 'barn_2', mortality: 12 },
    questions: [
      '帮我记一下2号舍死12只',
      '记录2号棚死亡12只',
      '2号棚死了12只，帮我记一下',
      '麻烦登记2号舍死12只',
      '二号棚死亡十二只，记一下',
    ],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', date: '2026-11-20', mortality: 230 },
    questions: ['记一下昨天1号棚死了两百三十只', '登记1号舍昨天死亡230只'],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', feedKg: 1600 },
    questions: [
      '记录1号棚采食1.6吨',
      '记一下1号舍用料1600公斤',
      '1号棚喂了3200斤料，记一下',
      '1号棚吃了一千六百公斤料，登记一下',
    ],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', waterL: 3000 },
    questions: ['记一下1号棚用水3方', '1号舍喝水3000升 记录一下', '登记1号棚饮水3吨'],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_2', eggs: 4500 },
    questions: ['记2号棚产蛋4500枚', '2号舍捡了4500个蛋记一下', '登记2号棚收蛋四千五百枚'],
  },
  {
    action: 'log_daily',
    fields: { avgWeightGr: 1250, barnId: 'barn_1' },
    questions: ['记一下1号棚均重2.5斤', '登记1号舍体重1250克', '1号棚平均体重1.25公斤，记一下'],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', feedKg: 1500, mortality: 8 },
    questions: ['记1号棚死8只，料1.5吨', '1号棚死亡8只 用料1500公斤 帮我记一下'],
  },
  { action: 'log_daily', fields: { barnId: 'barn_1', culls: 5 }, questions: ['记录1号棚淘汰5只'] },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: '称重100只鸡' },
    questions: [
      '给Somchai创建一个任务：称重100只鸡',
      '提醒Somchai称重100只鸡',
      '安排Somchai去称重100只鸡',
      '帮我给Somchai建个任务：称重100只鸡',
    ],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', dueDate: '2026-11-22', title: '清理水线' },
    questions: [
      '让Somchai明天清理水线',
      '提醒Somchai明天清理水线',
      '给Somchai建个任务明天：清理水线',
    ],
  },
  {
    action: 'create_task',
    fields: { priority: 'urgent', title: '买消毒液' },
    questions: ['新建紧急任务：买消毒液', '加一个紧急的任务：买消毒液'],
  },
  {
    action: 'complete_task',
    fields: { title: 'Weigh 100 birds' },
    questions: [
      '完成任务 Weigh 100 birds',
      '把任务Weigh 100 birds标为完成',
      '任务 Weigh 100 birds 做完了',
    ],
  },
  {
    action: 'create_order',
    fields: { feedType: 'finisher', quantityKg: 16000 },
    questions: ['订16吨大鸡料', '帮我订16吨育肥料', '下单16吨大鸡料'],
  },
  {
    action: 'create_order',
    fields: { dueDate: '2026-11-27', quantityKg: 10000 },
    questions: ['订10吨料，下周五送到', '买十吨饲料下周五要'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 10000, supplierId: 'contact_1' },
    questions: ['跟Yossi Cohen订10吨料'],
  },
  {
    action: 'create_expense',
    fields: { amount: 1200, category: 'electricity' },
    questions: [
      '记一笔电费1200元',
      '添加支出1200块电费',
      '交了电费1200，记一下',
      '记账：电费1200',
      '电费交了1200块记一下',
    ],
  },
  {
    action: 'create_expense',
    fields: { amount: 500, category: 'vet', date: '2026-11-20' },
    questions: ['记一笔兽医费500元昨天', '昨天兽医花了500块，记一下'],
  },
  {
    action: 'create_contact',
    fields: { kind: 'vet', name: '张三', phone: '13812345678' },
    questions: ['添加联系人张三兽医13812345678', '新增联系人 张三 兽医 电话 13812345678'],
  },
  {
    action: 'create_contact',
    fields: { name: '李师傅' },
    questions: ['加个联系人李师傅', '添加联系人：李师傅'],
  },
  {
    action: 'create_barn',
    fields: { capacity: 20000, name: '4号棚' },
    questions: ['新建鸡舍4号棚 容量20000只', '加一栋鸡舍叫4号棚可养两万只'],
  },
  { action: 'create_barn', fields: { name: '东棚' }, questions: ['新建一个鸡舍叫东棚'] },
  {
    action: 'create_flock',
    fields: { barnId: 'barn_3', chicksReceived: 20000, placementDate: '2026-12-01' },
    questions: [
      '登记3号棚12月1号进鸡20000只',
      '在3号舍进雏20000只 12月1日',
      '新建一批鸡3号棚进鸡两万只12月1号',
    ],
  },
  {
    action: 'create_alert',
    fields: { barnId: 'barn_1', severity: 'critical', title: '水线漏水', category: 'water' },
    questions: ['创建严重警报在1号棚：水线漏水', '在1号棚发一个严重警报：水线漏水'],
  },
  {
    action: 'create_alert',
    fields: { title: '风机坏了', category: 'equipment' },
    questions: ['新建警报：风机坏了', '发个报警：风机坏了'],
  },
  {
    action: 'create_medicine',
    fields: { name: '恩诺沙星', quantity: 10, unit: 'bottles' },
    questions: ['添加药品恩诺沙星10瓶', '登记药品 恩诺沙星 10瓶'],
  },
  {
    action: 'create_feed_delivery',
    fields: { feedType: 'grower', quantityKg: 14000 },
    questions: ['登记到料14吨中鸡料', '记录到货14吨中鸡料', '到了14吨中鸡料，记一下'],
  },
  {
    action: 'create_feed_delivery',
    fields: { date: '2026-11-20', quantityKg: 8500 },
    questions: ['登记昨天到料8.5吨', '昨天到料8500公斤，登记一下'],
  },
  {
    action: 'set_farm_location',
    fields: { latitude: 32.36, longitude: 34.91 },
    questions: ['设置农场位置为32.36, 34.91', '把农场位置改成32.36 34.91'],
  },
  {
    action: 'set_barn_location',
    fields: { barnId: 'barn_1', latitude: 32.36, longitude: 34.91 },
    questions: ['设置1号棚位置32.36, 34.91', '把1号舍的坐标设为32.36，34.91'],
  },
  {
    action: 'navigate',
    fields: { path: '/tasks' },
    questions: ['打开任务页面', '去任务列表', '带我去任务页面'],
  },
  { action: 'navigate', fields: { path: '/alerts' }, questions: ['打开警报', '转到报警页面'] },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', mortality: 15 },
    questions: [
      '1号棚死15只记上',
      '记一下1号棚死鸡十五只',
      '登记一下1#棚死淘15',
      '报一下1号棚死15只',
    ],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', feedKg: 2000, waterL: 3500 },
    questions: ['记1号棚料2吨水3.5方', '1号棚吃料2000公斤喝水3500升，帮忙登记'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', dueDate: '2026-11-23', title: '检查风机' },
    questions: ['后天让Somchai检查风机', '通知Somchai后天检查风机'],
  },
  {
    action: 'create_expense',
    fields: { amount: 3000, category: 'medicine' },
    questions: ['买药花了3000块，记一下', '记账 药费 3000'],
  },
  {
    action: 'create_order',
    fields: { feedType: 'starter', quantityKg: 5000 },
    questions: ['再订5吨小鸡料', '帮我下单5吨开口料'],
  },
  { action: 'navigate', fields: { path: '/barns' }, questions: ['打开鸡舍页面'] },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_2', eggs: 4300, eggsBroken: 60 },
    questions: ['记2号棚收蛋4300枚破蛋60枚'],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', date: '2026-11-20', mortality: 6 },
    questions: ['补记昨天1号棚死6只', '昨天1号棚死了6只没记，帮我记一下'],
  },
  {
    action: 'create_task',
    fields: { barnId: 'barn_1', title: '清洗水线' },
    questions: ['在1号棚建个任务：清洗水线'],
  },
  { action: 'create_order', fields: { quantityKg: 20000 }, questions: ['帮忙订二十吨料'] },
  {
    action: 'create_expense',
    fields: { amount: 25000, category: 'feed' },
    questions: ['记一笔饲料支出2万5'],
  },
  {
    action: 'create_contact',
    fields: { name: '王五', phone: '13900001111' },
    questions: ['存一下王五的电话13900001111'],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', mortality: 20 },
    questions: ['麻烦记录一下1号棚死了20只', '1号棚死了二十只 记下'],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_2', date: '2026-11-20', feedKg: 600 },
    questions: ['登记2号棚昨天用料600公斤'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: '换垫料' },
    questions: ['叫Somchai去换垫料', '给Somchai派个任务：换垫料'],
  },
  {
    action: 'create_expense',
    fields: { amount: 800, category: 'fuel' },
    questions: ['记录柴油费800元', '加一笔支出：柴油800块'],
  },
  {
    action: 'create_order',
    fields: { feedType: 'grower', quantityKg: 12000 },
    questions: ['采购12吨中鸡料'],
  },
  { action: 'create_feed_delivery', fields: { quantityKg: 30000 }, questions: ['登记到货30吨料'] },
  { action: 'navigate', fields: { path: '/medicine' }, questions: ['打开药品页面'] },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', mortality: 3 },
    questions: ['1号棚死3只，麻烦登记一下', '请记录1号鸡舍死亡3羽'],
  },
  {
    action: 'create_task',
    fields: { dueDate: '2026-11-22', title: '消毒2号棚' },
    questions: ['新建任务 明天：消毒2号棚'],
  },
  {
    action: 'create_expense',
    fields: { amount: 450, category: 'maintenance' },
    questions: ['记一笔维修费450块'],
  },
  { action: 'create_order', fields: { quantityKg: 8000 }, questions: ['订8吨饲料'] },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_2', mortality: 4 },
    questions: ['2号棚死亡4只，请登记'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: '修风机' },
    questions: ['叫Somchai修风机'],
  },
  {
    action: 'create_expense',
    fields: { amount: 600, category: 'transport' },
    questions: ['记运费600元'],
  },
  {
    action: 'log_daily',
    fields: { barnId: 'barn_1', mortality: 7 },
    questions: ['登记1号棚死亡七只谢谢'],
  },
  { action: 'create_order', fields: { quantityKg: 15000 }, questions: ['请订15吨料'] },
];
