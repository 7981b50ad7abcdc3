/** The time of the slowest answer of `/livez` while a work is under way, in milliseconds. */
export async function slowestProbe(baseUrl: string, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  let slowest = 0;
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${baseUrl}/livez`)).text();
    slowest = Math.max(slowest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ended;
  return slowest;
}
