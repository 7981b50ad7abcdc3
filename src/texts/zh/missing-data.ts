import type { missingData as english } from '../en/missing-data.ts';

export const missingData = {
  'missing.no_barns': '农场还没有鸡舍。',
  'missing.no_live_flocks': '目前没有鸡舍养着鸡。',
  'missing.no_birds_placed': '没有记录鸡群{flock}进了多少只鸡。',
  'missing.negative_population': '鸡群{flock}的死亡、淘汰和出售总数超过了进鸡数。',
  'missing.breed_unknown': '鸡群{flock}的品种没有标准表，无从比较。',
  'missing.no_daily_logs': '鸡群{flock}还没有任何日报。',
  'missing.no_mortality_logs': '鸡群{flock}最近七天中有两天以上没有记录死亡数。',
  'missing.no_water_logs': '鸡群{flock}没有每天记录饮水量，饮水下降时看不出来。',
  'missing.too_young': '鸡群{flock}不满7天，料肉比、效率指数和评级还没有意义。',
  'missing.sale_weight_missing': '鸡群{flock}有一笔销售没有重量，因此料肉比未知。',
  'missing.sale_weight_suspect': '鸡群{flock}有一笔销售的重量不可信，因此料肉比未知。',
  'missing.no_weight_7d': '鸡群{flock}最近七天没有体重记录。',
  'missing.weighing_stale': '鸡群{flock}上次称重距今太久，无法得知今天的体重。',
  'missing.age_out_of_range': '品种标准表中没有鸡群{flock}这一日龄的体重。',
  'missing.no_env_readings': '{barn}最近24小时没有任何环境数据。',
  'missing.no_camera': '{barn}没有给鸡称重的摄像头。',
  'missing.no_feed_logs': '鸡群{flock}记录饲料的天数太少。',
  'missing.no_deliveries': '鸡群{flock}没有饲料到货记录。',
  'missing.deliveries_incomplete': '鸡群{flock}吃掉的饲料比到货的还多：有一次到货没有记录。',
  'missing.no_barn_area': '没有记录{barn}的面积。',
} satisfies Record<keyof typeof english, string>;
