import type { alertRules as english } from '../en/alert-rules.ts';

export const alertRules = {
  'alert.mortality_spike.title':
    '{barn}：{day}死亡{deaths}{isFar, select, yes {，远高于平时} other {}}',
  'alert.mortality_spike.mean':
    '{day}死亡{deaths}，占鸡群{pct}；前一周平均每天{mean}。请查看鸡群、饮水和通风，并联系兽医。',
  'alert.mortality_spike.share':
    '{day}死亡{deaths}，占鸡群{pct}。请查看鸡群、饮水和通风，并联系兽医。',
  'alert.mortality_spike.fits': '{day}死亡{deaths}，属正常。',
  'alert.weight_below_standard.title': '{barn}：体重比标准低{below}',
  'alert.weight_below_standard.message':
    '{day}体重{weight}；该品种此日龄标准为{standard}。请检查饲料、饮水、温度和健康状况。',
  'alert.weight_below_standard.uncalibrated':
    '未与秤比对的摄像头在{day}测得{weight}；该品种此日龄标准为{standard}。该体重不可靠：请抽样称重并记录。',
  'alert.weight_below_standard.fits': '{day}体重{weight}；品种标准为{standard}。',
  'alert.weight_below_standard.moult': '鸡群正在换羽，体重下降属正常。',
  'alert.water_drop.title': '{barn}：饮水比预期少{drop}',
  'alert.water_drop.two_days':
    '{day}饮水{water}，比前几天推算少{drop}，前一天少{before}。请检查水压、过滤器、乳头和漏水，再看鸡群。',
  'alert.water_drop.one_day':
    '{day}饮水{water}，比前几天推算少{drop}。请检查水压、过滤器、乳头和漏水，再看鸡群。',
  'alert.water_drop.fits': '{day}饮水{water}，与前几天推算相近。',
  'alert.water_feed_ratio.title': '{barn}：水料比异常，{ratio}',
  'alert.water_feed_ratio.low':
    '{day}饮水{water}、采食{feed}：按温度校正为{ratio}，前一天{before}；低于{low}说明饮水太少。请检查水线和水表。',
  'alert.water_feed_ratio.high':
    '{day}饮水{water}、采食{feed}：按温度校正为{ratio}，前一天{before}；高于{high}说明偏多。请检查漏水、湿垫料和腹泻。',
  'alert.water_feed_ratio.fits':
    '{day}饮水{water}、采食{feed}：按温度校正为{ratio}，在{low}到{high}之间。',
  'alert.feed_out.title': '{barn}：饲料还够{days}',
  'alert.feed_out.message': '料塔剩{stock}，够吃{days}。请订料，或询问送料到哪里了。',
  'alert.feed_out.fits': '料塔有{stock}，够吃{days}。',
  'alert.temp_high.title': '{barn}：太热，{temp}',
  'alert.temp_high.message':
    '{temp}已持续{minutes}；日龄{age}的目标温度为{target}。请检查风机、降温和饮水。',
  'alert.temp_high.felt':
    '{temp}，加上湿度鸡的体感为{felt}，已持续{minutes}；日龄{age}的目标温度为{target}。请检查风机、降温和饮水。',
  'alert.temp_high.fits': '{temp}；日龄{age}的目标温度为{target}。',
  'alert.temp_low.title': '{barn}：太冷，{temp}',
  'alert.temp_low.message':
    '{temp}已持续{minutes}；日龄{age}的目标温度为{target}。请检查加热设备、卷帘和贼风。',
  'alert.temp_low.fits': '{temp}；日龄{age}的目标温度为{target}。',
  'alert.co2.title': '{barn}：二氧化碳{value}',
  'alert.co2.message': '二氧化碳{value}，超过{limit}已{minutes}。请加大最小通风量并检查加热设备。',
  'alert.co2.fits': '二氧化碳{value}；上限{limit}。',
  'alert.nh3.title': '{barn}：氨气{value}',
  'alert.nh3.message': '氨气{value}，超过{limit}已{minutes}。请加大最小通风量，检查垫料和饮水器。',
  'alert.nh3.fits': '氨气{value}；上限{limit}。',
  'alert.rh.title': '{barn}：湿度{value}',
  'alert.rh.message': '湿度{value}，高于{limit}已{minutes}。请加强通风，检查垫料、水帘和漏水。',
  'alert.rh.low': '湿度{value}，低于{limit}已{minutes}。空气太干：注意粉尘和雏鸡呼吸道。',
  'alert.rh.fits': '湿度{value}，已恢复正常。',
  'alert.sensor_stale.title': '{barn}：传感器已{ago}没有数据',
  'alert.sensor_stale.message':
    '最后一次读数在{at}，已过{ago}；最多允许{allowed}。请检查控制器、电源和通信，并去看鸡群。',
  'alert.sensor_stale.fits': '传感器恢复发送；最后一次读数在{at}。',
  'alert.sensors_disagree.title': '{barn}：温度传感器相差{spread}',
  'alert.sensors_disagree.message':
    '{coldest}显示{low}，{warmest}显示{high}；相差超过{limit}，其中一个不准。请用温度计在鸡背高度核对两者，更换或移动不准的那个。',
  'alert.sensors_disagree.fits': '温度传感器相差{spread}；不超过{limit}属正常。',
  'alert.egg_drop.title': '{barn}：产蛋比前一周少{drop}',
  'alert.egg_drop.two_days':
    '{day}产蛋{eggs}；两天比前一周平均少{drop}。请检查饮水、饲料、光照和健康状况。',
  'alert.egg_drop.one_day':
    '{day}产蛋{eggs}，比前一周平均少{drop}。请检查饮水、饲料、光照和健康状况，并联系兽医。',
  'alert.egg_drop.fits': '{day}产蛋{eggs}，与前一周相当。',
  'alert.egg_drop.moult': '鸡群正在换羽，产蛋下降属正常。',
  'alert.breakage.title': '{barn}：破蛋{pct}',
  'alert.breakage.two_days':
    '{day}共{eggs}，破损{broken}，占{pct}；前一天{before}。请检查集蛋带、产蛋箱和蛋壳。',
  'alert.breakage.one_day': '{day}共{eggs}，破损{broken}，占{pct}。请检查集蛋带、产蛋箱和蛋壳。',
  'alert.breakage.fits': '{day}共{eggs}，破损{broken}，占{pct}。',
  'alert.medicine_expired.title': '药房有过期药品：{medicine}',
  'alert.medicine_expired.message': '{medicine}已于{day}过期。请移出药房并登记销毁。',
  'alert.medicine_expired.used': '{medicine}已于{day}过期，之后仍给鸡用过。请移出药房并联系兽医。',
  'alert.medicine_expired.fits': '{medicine}：药房已没有过期的。',
  'alert.density.title': '{barn}：饲养密度{density}',
  'alert.density.message': '今天{birds}的密度为{density}；上限{limit}。请分批出栏或提前出售。',
  'alert.density.uncalibrated':
    '据未与秤比对的摄像头，今天{birds}约为{density}；上限为{limit}。该体重不可靠：请抽样称重并记录。',
  'alert.density.fits': '今天{birds}的密度为{density}；上限{limit}。',
  'alert.withdrawal_violation.title': '{barn}：休药期未满就出售',
  'alert.withdrawal_violation.sold':
    '{flock}的鸡已于{sale}售出；药物休药期到{until}。请立即通知屠宰场和兽医。',
  'alert.withdrawal_violation.planned':
    '{flock}计划于{sale}出售；药物休药期到{until}。请推迟或咨询兽医。',
  'alert.withdrawal_violation.fits': '{flock}在休药期{until}结束前没有出售。',
  'alert.ended': '已结束',
  'alert.ended.birds': '鸡已出栏。',
  'alert.ended.medicine': '药品已不在药房。',
} satisfies Record<keyof typeof english, string>;
