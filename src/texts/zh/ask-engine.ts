import type { askEngine as english } from '../en/ask-engine.ts';

export const askEngine = {
  'ask.not_sure': '不确定您的意思。也许是下面的某个问题。',
  'ask.out_of_domain': '我只回答本农场记录里的问题，这个不在其中。',
  'ask.several_meanings': '这句话有几种意思，您指哪一个？',
  'ask.which_one': '有好几个同名的，您指哪一个？',
  'ask.which_flock': '您指哪一批鸡？',
  'ask.which_period': '要查哪几天的？',
  'ask.only_now': '这一项只知道现在的情况，不知道其他日子的。',
  'ask.no_such_barn': '这个密钥看不到叫这个名字或编号的鸡舍。',
  'ask.no_such_flock': '这个密钥看不到叫这个名字或编号的批次。',
  'ask.no_such_farm': '这个密钥看不到叫这个名字的农场。',
  'ask.no_such_person': '这个密钥在本农场看不到叫这个名字的人。',
  'ask.not_allowed': '这个密钥无权读取回答所需的数据，缺少 {scopes}。',
  'ask.one_action': '请一次说一件事：一句话只做一个操作。',
  'ask.nothing_known': '这方面还没有记录。',
  'ask.fix': '用这个调用可以补上：{call}。',
  'ask.action.none': '没有做任何更改。',
  'ask.action.executed': '已完成。可以用 action.undo 里的内容撤销。',
  'ask.action.suppressed': '明白了，但没有执行。',
  'ask.action.proposed': '如果要做，请明确说出来：现在没有执行。',
  'ask.action.refused': '操作被拒绝，原因在 action.reason 里。',
} satisfies Record<keyof typeof english, string>;
