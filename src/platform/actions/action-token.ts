import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a descriptor stands for. */
export interface SignedAction {
  readonly orgId: string;
  readonly actionId: string;
  readonly type: string;
}

/** The token of a descriptor: an HMAC-SHA256 over what it stands for, base64url. */
export function actionToken(secret: string, { orgId, actionId, type }: SignedAction): string {
  // None of the three holds a line break, so no two descriptors have one text.
  return createHmac('sha256', secret).update(`${orgId}\n${actionId}\n${type}`).digest('base64url');
}

/** Whether a token is that of the action; takes as long for a nearly right one as for any other. */
export function isActionToken(secret: string, action: SignedAction, token: string): boolean {
  return timingSafeEqual(digest(actionToken(secret, action)), digest(token));
}

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
