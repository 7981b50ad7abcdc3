/** The name of the event that is sent on demand; it is none of the 17, and tells of nothing. */
export const TEST_EVENT = 'webhook.test';
