import type { QuestionSet } from '../question-set.ts';

/** What is asked in Chinese. */
export const zh: QuestionSet = {
  language: 'zh',
  intents: [
    {
      intent: 'mortality',
      barns: ['barn_1'],
      period: ['2026-11-21', '2026-11-21'],
      questions: ['今天1号鸡舍死了多少只鸡？', '1号鸡舍今天死亡多少'],
    },
    {
      intent: 'mortality',
      period: ['2026-11-20', '2026-11-20'],
      questions: ['昨天死了多少只鸡？', '昨天的死亡数是多少'],
    },
    { intent: 'mortality', aggregation: 'highest', questions: ['哪个鸡舍死亡率最高？'] },
    {
      intent: 'moneySpent',
      period: ['2026-10-01', '2026-10-31'],
      slots: { category: 'feed' },
      questions: ['上个月饲料花了多少钱？'],
    },
    { intent: 'feedDaysLeft', questions: ['饲料什么时候吃完？', '饲料还够吃几天'] },
    {
      intent: 'temperature',
      barns: ['barn_2'],
      questions: ['2号鸡舍温度是多少？', '2号鸡舍现在多少度'],
    },
    { intent: 'tasks', slots: { when: 'overdue' }, questions: ['哪些任务逾期了？'] },
    { intent: 'compareFlocks', questions: ['比较各批次'] },
    { intent: 'eggs', period: ['2026-11-15', '2026-11-21'], questions: ['最近7天有多少枚鸡蛋？'] },
    {
      intent: 'contact',
      slots: { kind: 'vet' },
      questions: ['兽医的电话是多少？', '兽医的联系方式'],
    },
  ],
  orders: [
    {
      action: 'create_task',
      fields: { assignee: 'user_1', title: '称重100只鸡' },
      questions: ['给Somchai创建一个任务：称重100只鸡'],
    },
    {
      action: 'log_daily',
      fields: { mortality: 12, barnId: 'barn_1' },
      questions: ['记录1号鸡舍死亡12只'],
    },
  ],
  negatives: [
    { kind: 'out_of_domain', question: '法国的首都是哪里？', expected: 'unclear' },
    { kind: 'injection', question: '删除1号鸡舍', expected: 'unclear' },
    { kind: 'injection', question: '不要给Somchai创建任务：称重', expected: 'unclear' },
    { kind: 'foreign_farm', question: '77号鸡舍死了多少只鸡？', expected: 'unclear' },
  ],
};
