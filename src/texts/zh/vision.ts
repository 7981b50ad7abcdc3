import type { vision as english } from '../en/vision.ts';

export const vision = {
  'vision.count.fewer.title': '{barn}：摄像头清点比记录少 {gap}',
  'vision.count.more.title': '{barn}：摄像头清点比记录多 {gap}',
  'vision.count.fits.title': '{barn}：摄像头清点与记录相符',
  'vision.count.fewer.whole':
    '摄像头 {camera} 清点 {counted}，记录为 {logged}：少 {difference}（−{gap}）。请检查有没有漏记的死亡或出栏，以及摄像头能否看全。',
  'vision.count.more.whole':
    '摄像头 {camera} 清点 {counted}，记录为 {logged}：多 {difference}（+{gap}）。请核对进雏数，以及记录的死亡和出栏数。',
  'vision.count.fits.whole': '摄像头 {camera} 清点 {counted}，记录为 {logged}：相差 {gap}。',
  'vision.count.fewer.part':
    '摄像头 {camera} 只能看到鸡舍的一部分；按整舍推算为 {counted}，记录为 {logged}：少 {difference}（−{gap}）。',
  'vision.count.more.part':
    '摄像头 {camera} 只能看到鸡舍的一部分；按整舍推算为 {counted}，记录为 {logged}：多 {difference}（+{gap}）。',
  'vision.count.fits.part':
    '摄像头 {camera} 只能看到鸡舍的一部分；按整舍推算为 {counted}，记录为 {logged}：相差 {gap}。',
  'vision.panting.title': '{barn}：鸡群张口喘气',
  'vision.panting.fits.title': '{barn}：鸡群不再喘气',
  'vision.panting.message':
    '摄像头 {camera} 看到鸡张口喘气，程度 {value}。鸡太热了：请检查风机、降温和饮水。',
  'vision.panting.fits': '摄像头 {camera} 没有看到明显的喘气，程度 {value}。',
  'vision.clustering.title': '{barn}：鸡群扎堆',
  'vision.clustering.fits.title': '{barn}：鸡群不再扎堆',
  'vision.clustering.message':
    '摄像头 {camera} 看到鸡挤在一起，程度 {value}。请检查保温、贼风和光照，以及是否受到惊吓。',
  'vision.clustering.fits': '摄像头 {camera} 没有看到明显的扎堆，程度 {value}。',
  'vision.poor_spread.title': '{barn}：鸡群分布不均',
  'vision.poor_spread.fits.title': '{barn}：鸡群分布恢复均匀',
  'vision.poor_spread.message':
    '摄像头 {camera} 看到鸡避开鸡舍的一部分，程度 {value}。请检查那里的空气、垫料、光照、饮水器和料槽。',
  'vision.poor_spread.fits': '摄像头 {camera} 看到鸡群分布均匀，程度 {value}。',
  'vision.with_temperature': '{said}舍内 {temp}，目标 {target}。',
  'vision.activity.title': '{barn}：鸡群活动比平时少 {drop}',
  'vision.activity.fits.title': '{barn}：鸡群活动正常',
  'vision.activity.message':
    '摄像头 {camera} 看到的活动量为 {now}；最近几天通常为 {usual}，下降 {drop}。请查看鸡群、饮水和饲料。',
  'vision.activity.less': '摄像头 {camera} 看到的活动量为 {now}；平时为 {usual}（−{drop}）。',
  'vision.activity.rise': '摄像头 {camera} 看到的活动量为 {now}；平时为 {usual}（+{drop}）。',
  'vision.deaths.title': '{barn}：{day} 的死亡数，摄像头与记录不符',
  'vision.deaths.fits.title': '{barn}：{day} 的死亡数相符',
  'vision.deaths.fewer':
    '{day} 的记录为死亡 {logged}，摄像头看到 {seen}：少 {difference}。请核对记录以及摄像头的视野。',
  'vision.deaths.more':
    '摄像头在 {day} 看到死亡 {seen}，记录为 {logged}：多 {difference}。请检查死鸡是否全部捡出并记录。',
  'vision.deaths.no_log': '摄像头在 {day} 看到死亡 {seen}，当天记录没有写死亡数。请补记。',
  'vision.deaths.fits': '摄像头在 {day} 看到死亡 {seen}，记录为 {logged}。',
} satisfies Record<keyof typeof english, string>;
