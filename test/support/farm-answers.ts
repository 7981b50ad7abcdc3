import { expect } from 'vitest';
import { answerValidator } from './api-document.ts';
import type { TestAnswer, TestService } from './service.ts';
import type { FarmAnswers } from './shared-numbers/answers.ts';

/** The questions about one farm. */
export const FARM_QUESTIONS = ['context', 'insights', 'gaps', 'digest', 'setup'] as const;

/** Asks a question about farms; fails unless the response matches the OpenAPI document. */
export async function ask(
  service: TestService,
  path: string,
  options: { readonly key?: string } = {},
): Promise<TestAnswer['body']> {
  const answer = await service.send('GET', path, options);
  const validate = answerValidator(path.replace(/\?.*/, ''), 'GET', 200);
  expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
  expect(validate?.(answer.body), `${path} ${JSON.stringify(validate?.errors)}`).toBe(true);
  return answer.body;
}

const OPEN = ['open', 'in_progress', 'blocked'];

/** All figures that the service returns for a farm, to a key with access to this farm only. */
export async function readFarm(
  service: TestService,
  farmId: string,
): Promise<Omit<FarmAnswers, 'isMoneyYoung'>> {
  const key = await service.createKey({ farmIds: [farmId] });
  const read = (path: string) => ask(service, path, { key });
  // Screen routes are not in the API document.
  const screen = async (path: string) => {
    const { status, body, text } = await service.send('GET', path, { key });
    expect([path, status, text]).toEqual([path, 200, text]);
    return body;
  };
  const factsOf = async (question: string) => {
    const { body } = await service.send('POST', '/ask', { key, body: { question } });
    return body.facts;
  };
  const context = await read('/context');
  const charts = async (of: readonly { readonly id: string }[], names: readonly string[]) => {
    const found = of.flatMap(({ id }) => names.map((name) => `${name}/${id}`));
    const answers = await Promise.all(found.map((path) => screen(`/os/charts/${path}`)));
    return Object.fromEntries(found.map((path, index) => [path, answers[index]]));
  };
  return {
    context,
    charts: {
      ...(await charts(context.flocks, ['growth', 'mortality', 'feed', 'laying'])),
      ...(await charts(context.barns, ['climate'])),
    },
    logs: (
      await Promise.all(
        context.flocks.map(({ id }: { readonly id: string }) =>
          read(`/daily-logs?flockId=${id}&limit=200`),
        ),
      )
    ).flatMap(({ data }) => data),
    digest: await read('/digest'),
    gaps: await read('/gaps'),
    insights: (await read('/insights')).sections,
    portfolio: await read('/portfolio'),
    dashboard: await screen('/os/dashboard'),
    weekly: await screen('/os/weekly-summary'),
    ledger: await screen('/os/risk/ledger'),
    alerts: (await read('/alerts?status=open&limit=200')).data,
    asked: {
      density: await factsOf('What is the stocking density?'),
      weight: await factsOf('What do the birds weigh?'),
      dailyGain: await factsOf('How much do the birds gain a day?'),
      weightDeviation: await factsOf('How is the weight against the standard?'),
      temperature: await factsOf('What is the temperature now?'),
      humidity: await factsOf('What is the humidity now?'),
      co2: await factsOf('What is the CO2 now?'),
      mortality: await factsOf('What is the mortality?'),
      efficiency: await factsOf('What is the EPEF?'),
      feedConversion: await factsOf('What is the feed conversion?'),
      feedDaysLeft: await factsOf('When does the feed run out?'),
      profit: await factsOf('What is the profit of the flock?'),
      costPerKg: await factsOf('What is the cost per kg?'),
      netMoney: await factsOf('What is the net cash flow this month?'),
      moneySpent: await factsOf('How much money was spent this month?'),
      revenue: await factsOf('What is the revenue this month?'),
    },
    flocks: (await read('/flocks?limit=200')).data,
    barns: (await read('/barns?limit=200')).data,
    farms: (await read('/farms')).data,
    medicine: (await read('/medicine')).data,
    tasks: await openTasks(read),
  };
}

// Farms have more finished tasks than the maximum page size.
async function openTasks(read: (path: string) => Promise<{ readonly data: unknown[] }>) {
  const tasks: unknown[] = [];
  for (const status of OPEN) tasks.push(...(await read(`/tasks?limit=200&status=${status}`)).data);
  return tasks;
}
