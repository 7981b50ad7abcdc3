import type { setup as english } from '../en/setup.ts';

export const setup = {
  'setup.farm_named': '农场已命名',
  'setup.farm_location': '农场有坐标',
  'setup.farm_area': '已填写农场面积',
  'setup.currency': '已设置货币',
  'setup.first_barn': '已有第一栋禽舍',
  'setup.barns_area_capacity': '每栋禽舍都有面积和容量',
  'setup.barn_location': '有禽舍已标在地图上',
  'setup.first_flock': '已有第一个批次',
  'setup.flock_breed_known': '每个批次的品种已知',
  'setup.flock_target_weight': '每个批次都有目标体重',
  'setup.first_daily_log': '已有第一份日报',
  'setup.log_last_24h': '今天或昨天有日报',
  'setup.vet_contact': '联系人中有兽医',
  'setup.supplier_contact': '联系人中有供应商',
  'setup.worker_user': '有员工可以登录',
  'setup.integration_or_camera': '已连接摄像头或控制器',
  'setup.env_reading_24h': '最近24小时测过舍内环境',
  'setup.medicine_list': '药品库存已登记',
} satisfies Record<keyof typeof english, string>;
