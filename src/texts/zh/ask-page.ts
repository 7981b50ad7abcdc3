import type { askPage as english } from '../en/ask-page.ts';

export const askPage = {
  'page.ask.facts': '数据',
  'page.ask.what': '项目',
  'page.ask.value': '数值',
  'page.ask.unit': '单位',
  'page.ask.asOf': '截至',
  'page.ask.source': '来源',
  'page.ask.understood': '理解为',
  'page.ask.confidence': '把握',
  'page.ask.choices': '选项',
  'page.ask.again': '请选一个再问：',
  'page.ask.missing': '未知',
  'page.ask.wouldDo': '将会执行',
  'page.ask.done': '已完成',
  'page.ask.how': '执行命令：',
} satisfies Record<keyof typeof english, string>;
