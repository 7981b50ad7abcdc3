import type { demo as english } from '../en/demo.ts';

export const demo: Record<keyof typeof english, string> = {
  'demo.begin': '一个生成的鸡场，由本进程的内存提供。鸡场的一个早晨：',
  'demo.digest': '一个鸡场的早间简报',
  'demo.gaps': '缺少什么；不带 --fields 时附上解决每一项的命令',
  'demo.flocks': '它的鸡群，与品种标准对照',
  'demo.logs': '一个鸡群最近几天',
  'demo.write': '填写当天日志',
  'demo.act': '创建任务',
  'demo.task': '称100只鸡',
  'demo.undo': '撤销任务',
  'demo.ask': '提问',
  'demo.question': '今天死了多少只鸡？',
  'demo.askOther': '用另一种语言提问',
  'demo.end': '演示到此结束，没有留下任何东西。接下来可以试试：',
  'demo.serve': '同一个鸡场，想用多久就用多久',
  'demo.init': '这台机器上您自己的数据库',
  'demo.gapsHint': '缺少什么，以及解决它的命令',
  'demo.formats': '供脚本使用的 json、csv 等格式',
};
