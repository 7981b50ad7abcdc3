import type { Lexicon } from '../lexicon.ts';

/** The sentences that are orders in Chinese. */
export const actions: Lexicon['actions'] = {
  create_task: [
    '[(给|为){assignee}](创建|新建|添加|建)[一个][一项][{priority}]任务 [在{barnId}] [{dueDate}]: {title}',
    '(创建|新建|添加|建)[一个][一项][{priority}]任务给{assignee} [{dueDate}]: {title}',
    '提醒{assignee}[{dueDate}]{title}',
  ],
  complete_task: ['(完成|关闭)任务 {title}', '把任务 {title} (标为|标记为)完成'],
  create_order: ['(订购|订|采购){quantityKg} [的][{feedType}][饲料] [{dueDate}]'],
  create_expense: [
    '(记录|添加|记)[一笔]{category}(支出|费用|费){amount} [{date}]',
    '(记录|添加|记)[一笔](支出|费用){amount} [用于]{category} [{date}]',
  ],
  create_contact: ['添加联系人 {name} [{kind}] [电话] {phone}', '添加联系人 {name}'],
  create_barn: ['(添加|新建)鸡舍 {name} [可容纳|容量]{capacity}[只]', '(添加|新建)鸡舍叫 {name}'],
  create_flock: ['[在]{barnId}(进雏|入栏){chicksReceived} [{breed}] {placementDate}'],
  log_daily: [
    '(记录|登记|记)[一下][{barnId}] [{date}] (死亡|死鸡|死){mortality}',
    '(记录|登记|记)[{barnId}] [{date}] (饲料|耗料|用料){feedKg}',
    '(记录|登记|记)[{barnId}] [{date}] (饮水|用水|水){waterL}',
    '(记录|登记|记)[{barnId}] [{date}] (产蛋|鸡蛋|蛋){eggs}',
    '(记录|登记|记)[{barnId}] [{date}] 体重{avgWeightGr}',
  ],
  create_alert: ['(创建|新建|添加)[一个][{severity}](警报|报警) [在][{barnId}]: {title}'],
  create_medicine: ['添加药品 {name} {quantity} {unit}', '添加药品 {name}'],
  create_feed_delivery: ['(记录|登记)[饲料]到货{quantityKg} [的][{feedType}] [{date}]'],
  set_farm_location: ['(设置|设定)农场位置[为] {latitude} {longitude}'],
  set_barn_location: ['(设置|设定){barnId}[的]位置[为] {latitude} {longitude}'],
  navigate: ['(打开|转到|去){path}[页面|界面]'],
};
