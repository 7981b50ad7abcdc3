import type { Lexicon } from '../lexicon.ts';

const CREATE =
  '(创建|新建|添加|新增|增加|建立|建|加|开|派|安排|布置|下达|记|写)[一个|一项|个|一条|条|下|一下]';
const LOG = '(补记|补登|补录|记录|登记|记|录入|录|填|填写|上报|报|写|添加|更新)[一下|下|上]';
const NOTE = '(记一下|记上|记下|记录一下|登记一下|登记|记录|录一下|录入|录上|登记下|记下来)';
const WHERE = '[在|把|给]{barnId}[的]';
const SPEND = '(记录|添加|记|登记|新增|录入|加|入账|记账)[一下|下|上|一笔|一笔账|笔|一条|条]';
const PLACE = '(进雏|入栏|进鸡|进苗|上苗|上鸡|放苗|入舍)';
const CHICKS = '[鸡苗|小鸡|苗|鸡]';
const CREATE_FLOCK =
  '(新建|添加|新增|创建|登记|记录|建|开)[一批|一个|个](新批次|新鸡群|批次|鸡群|鸡|)';
const SET = '(设为|设成|改成|改为|设置为|设置成|设定为|定为|更新为)';
const DEAD = '(死亡数|死亡|死鸡|死淘|死了|死掉|死)[了]{mortality}[只鸡]';
const FIGURES = [
  DEAD,
  '(淘汰数|淘汰|淘鸡|淘)[了]{culls}',
  '(采食量|采食|饲料|耗料|用料|喂料|吃料|料)[了|用了|吃了]{feedKg}[饲料|料]',
  '(喂了|吃了|打了|用了|喂|吃){feedKg}[的](饲料|料)',
  '(饮水量|饮水|用水|耗水|喝水|水)[了|用了|喝了]{waterL}[水]',
  '(喝了|用了|喝){waterL}[的]水',
  '(产蛋数|产蛋|收蛋|捡蛋|鸡蛋|下蛋|蛋)[了]{eggs}',
  '(捡了|收了|下了|产了){eggs}[鸡蛋|蛋]',
  '(破蛋数|破蛋|碎蛋|破损蛋)[了]{eggsBroken}',
  '[平均](体重|均重|重量){avgWeightGr}',
];
const SEVERAL = `(${FIGURES.join('|')})[ [和] (${FIGURES.join('|')})][ [和] (${FIGURES.join('|')})][ [和] (${FIGURES.join('|')})]`;

/** The sentences that are orders in Chinese. */
export const actions: Lexicon['actions'] = {
  create_task: [
    `[(给|为|帮|替){assignee}] ${CREATE}[{priority}][的]任务 [在{barnId}] [{dueDate}]: {title}`,
    `[在]{barnId} ${CREATE}[{priority}][的]任务 [{dueDate}]: {title}`,
    `${CREATE}[{priority}][的](任务|待办)给{assignee} [{dueDate}]: {title}`,
    `${CREATE}[{priority}][的](任务|待办) [叫] [{dueDate}]: {title}`,
    `${CREATE}{assignee}的任务 [{dueDate}]: {title}`,
    '[{dueDate}]提醒(我|我们|一下我) [{dueDate}][去|要|记得]{title}',
    '[{dueDate}]提醒{assignee} [{dueDate}][去|要|记得]{title}',
    '[{dueDate}](让|叫|安排|通知){assignee} [{dueDate}][去|来]{title}',
    '(派|指派|交代){assignee} [{dueDate}][去]{title}',
  ],
  complete_task: [
    '(完成|关闭|结束|勾掉|勾选)任务: {title}',
    '[把]任务 {title} (标为|标记为|标成|标记成|设为|设成|改成|改为)[已]完成',
    '把 {title} [这个|这项][的]任务(标为|标记为|标成|设为|改成|改为)[已]完成',
    '任务 {title} (已完成|已经完成|已经做完|做完了|搞定了|干完了|完成了)',
    '{title}[这个]任务(已完成|已经完成[了]|已经做完[了]|做完了|搞定了|干完了|完成了)',
  ],
  create_order: [
    '[再][{dueDate}](订购|订|采购|下单|订货|叫|买|定)[一下|点|上]{quantityKg} [的][{feedType}][饲料|料] [{dueDate}][送到|送来|送|到货|到|要]',
    '(向|跟|找|从|和){supplierId}(订购|订|采购|下单|买|定){quantityKg} [的][{feedType}][饲料|料] [{dueDate}][送到|送来|送|到货|到|要]',
    '[再](订购|订|采购|下单|买|定)[{feedType}][饲料|料]{quantityKg} [{dueDate}][送到|送来|送|到货|到|要]',
    '下[一个|个]单: {quantityKg} [的][{feedType}][饲料|料] [{dueDate}][送到|送来|送|到货|到|要]',
    '下[一个|个][饲料|料](订单|单子): [{feedType}]{quantityKg} [的][{feedType}][饲料|料] [{dueDate}][送到|送来|送|到货|到|要]',
  ],
  create_expense: [
    `${SPEND}{category}[的](支出|费用|费|开支|钱|花费|花了) {amount} [{date}]`,
    `${SPEND}(支出|费用|开支|花费|账): {category}[费|花了] {amount} [{date}]`,
    `${SPEND}(支出|费用|开支|花费|账): {amount} [用于|用来|是] [买]{category}[费] [{date}]`,
    `${SPEND}[{date}]{category}[费][花了|用了|花|支出] {amount}`,
    `${SPEND}{amount}[的]{category}[费][的][支出|费用|开支] [{date}]`,
    `[{date}](花了|付了|交了|支出|支出了|用了|买了){amount}[的][买]{category}[费] ${NOTE}`,
    `[{date}](花了|付了|交了|用了|买了){category}[费][花了|用了]{amount} ${NOTE}`,
    `[{date}]{category}[费](花了|付了|交了|用了|花|付|交)[了]{amount} ${NOTE}`,
  ],
  create_contact: [
    '(添加|新增|新建|保存|存|加|创建|存一个|存下)[一个|个|一下|下]联系人 {name} [{kind}] [电话|手机|号码|手机号][是] {phone}',
    '(添加|新增|新建|保存|存|加|创建)[一个|个|一下|下]{kind}[联系人] {name} [电话|手机|号码|手机号][是] {phone}',
    '(添加|新增|新建|保存|存|加|创建)[一个|个|一下|下]联系人[叫] {name}',
    '(保存一下|存一下|记一下|记下|保存|存|记){name}[的](电话|手机|号码|手机号)[是] {phone}',
  ],
  create_barn: [
    '(添加|新建|新增|创建|加|建)[一个|一栋|个|栋](鸡舍|棚|鸡棚|舍)[叫|名叫] {name} [可容纳|容量|能养|可养|可以养|容纳|装][是]{capacity}[只|羽]',
    '(添加|新建|新增|创建|加|建)[一个|一栋|个|栋](鸡舍|棚|鸡棚|舍)(叫|名叫|名字叫|名为|命名为) {name}',
  ],
  create_flock: ['', ' [{breed}]'].flatMap((breed) => [
    `[在|给|往]{barnId}${PLACE}{chicksReceived}${CHICKS}${breed} {placementDate}`,
    `${CREATE_FLOCK} [在]{barnId} [${PLACE}][{chicksReceived}]${CHICKS}${breed} {placementDate}[${PLACE}]`,
    `(登记|记录|安排|添加|新建)[一下]{barnId} {placementDate}${PLACE}{chicksReceived}${CHICKS}${breed}`,
    `(在|给|往){barnId}${CREATE_FLOCK} {chicksReceived}${CHICKS}${breed} {placementDate}[${PLACE}]`,
  ]),
  log_daily: [
    `${LOG}[{date}] ${WHERE} [{date}] ${SEVERAL}`,
    `${LOG}[{date}] {flockId}[的] [{date}] ${SEVERAL}`,
    `${LOG}[{date}] ${SEVERAL}`,
    `${WHERE} [{date}] ${LOG}[{date}] ${SEVERAL}`,
    `[{date}] ${WHERE} [{date}] ${SEVERAL} [没记|忘了记|忘记了|忘记记] [帮我|帮忙|麻烦|给我|请|你|麻烦你] ${NOTE}`,
    `(把|给|将){barnId}[的] [{date}][的] ${SEVERAL} ${NOTE}`,
    `${LOG}{barnId}[{date}]{mortality}只(死鸡|死的|死亡)`,
    `${LOG}[{date}]{mortality}只(死鸡|死的|死亡) [在]{barnId}`,
  ],
  create_alert: [
    '(创建|新建|添加|发|发起|报|发布|建|加|发出|新增)[一个|个|一条|条|一下][{severity}][的](警报|报警|告警|预警|警告) [在|给][{barnId}]: {title}',
    '(在|给|为){barnId}(创建|新建|添加|发|发起|报|建|加|发出)[一个|个|一条|条][{severity}][的](警报|报警|告警|预警|警告): {title}',
    '{barnId}(报警|发警报|报个警): {title}',
  ],
  create_medicine: [
    '(添加|新增|新建|入库|登记|加|录入)[一个|一种|一下|个|种](药品|药|疫苗|兽药) {name} {quantity} {unit}',
    '(添加|新增|新建|登记|加|录入)[一个|一种|一下|个|种](药品|兽药|药)[叫] {name}',
    '药(房|库|品)(添加|入库|新增|加){name} {quantity} {unit}',
    '(入库|药品入库): {name} {quantity} {unit}',
  ],
  create_feed_delivery: [
    '(记录|登记|记|录入|添加)[一下|下|上] [{date}] [饲料|料](到货|到料|送货|进料|来料|到了|收货|收到)[了] {quantityKg} [的][{feedType}][饲料|料] [{date}]',
    '(记录|登记|记|录入|添加)[一下|下|上] [{date}] (收到|到货|到了|进了|来了|到){quantityKg} [的][{feedType}][饲料|料] [{date}]',
    '(记录|登记|记|录入|添加)[一下|下|上] [{date}] {feedType}(到货|到料|送货|到了){quantityKg} [{date}]',
    `[{date}](到货|到料|到了|收到|进了|来了|收到了|进料)[了] {quantityKg} [的][{feedType}][饲料|料] [帮我|麻烦|给我] ${NOTE}`,
  ],
  set_farm_location: [
    `(设置|设定|更新|修改)[一下](农场|鸡场|场)[的](位置|坐标|定位|地址)[为|成|到|是|:] [纬度|北纬]{latitude}[度] [经度|东经]{longitude}[度]`,
    `(把|将)(农场|鸡场|场|场子)[的](位置|坐标|定位|地址)${SET} [纬度|北纬]{latitude}[度] [经度|东经]{longitude}[度]`,
    `(农场|鸡场)[的](位置|坐标|定位)${SET} [纬度|北纬]{latitude}[度] [经度|东经]{longitude}[度]`,
    '(设置|设定|更新|修改)[一下](农场|鸡场|场)[的](位置|坐标|定位|地址)[为|成|到|是|:] (经度|东经){longitude}[度] (纬度|北纬){latitude}[度]',
  ],
  set_barn_location: [
    '(设置|设定|更新|修改)[一下]{barnId}[的](位置|坐标|定位)[为|成|到|是] [纬度|北纬]{latitude}[度] [经度|东经]{longitude}[度]',
    `(把|将){barnId}[的](位置|坐标|定位)${SET} [纬度|北纬]{latitude}[度] [经度|东经]{longitude}[度]`,
    `{barnId}[的](位置|坐标|定位)${SET} [纬度|北纬]{latitude}[度] [经度|东经]{longitude}[度]`,
  ],
  navigate: [
    '(打开|转到|去|进入|跳转到|跳到|切换到|切到|前往|进|回到|返回)[一下]{path}[的][页面|界面|列表|页|那一页]',
    '(带我去|带我到|我要去|我要看)[看]{path}[的](页面|界面|列表|页)',
    '(显示|看|给我看)[一下]{path}[的](页面|界面|页)',
  ],
};
