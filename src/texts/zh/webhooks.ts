import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': '发往 {host} 的 webhook 已停用',
  'webhook.off.failures':
    '连续 20 次推送失败。事件保留 7 天。请修复接收端，然后重新启用 webhook {webhook}。',
  'webhook.off.gone':
    '接收端表示该地址已不存在（410）。事件保留 7 天。请为 webhook {webhook} 设置新地址，然后重新启用。',
  'webhook.off.owner_revoked':
    '其所属密钥已被吊销。事件保留 7 天。请由另一个能读取相同数据的密钥接管 webhook {webhook}。',
  'webhook.off.owner_expired':
    '其所属密钥已过期。事件保留 7 天。请由另一个能读取相同数据的密钥接管 webhook {webhook}。',
  'webhook.off.owner_narrowed':
    '其所属密钥已无权查看这些事件。事件保留 7 天。请由另一个能读取相同数据的密钥接管 webhook {webhook}。',
} satisfies Record<keyof typeof english, string>;
