/** Whether messages of a broker are awaited at an endpoint, where others are fetched from. */
export function isMqtt(endpoint: string): boolean {
  return /^mqtts?:/i.test(endpoint);
}

/** Whether an endpoint is one that is fetched from. */
export function isHttp(endpoint: string): boolean {
  return /^https?:/i.test(endpoint);
}
