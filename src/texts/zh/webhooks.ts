import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': '发往 {host} 的 webhook 已停用',
  'webhook.off.failures':
    '连续 20 次推送失败。事件保留 7 天。请修复接收端，然后重新启用 webhook {webhook}。',
  'webhook.off.gone':
    '接收端表示该地址已不存在（410）。事件保留 7 天。请为 webhook {webhook} 设置新地址，然后重新启用。',
} satisfies Record<keyof typeof english, string>;
