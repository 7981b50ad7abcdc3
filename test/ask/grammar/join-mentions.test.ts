import { expect, test } from 'vitest';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { farmNames } from '../../../src/ask/names/farm-names.ts';
import { understand } from '../../../src/ask/understand.ts';
import type { Language } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';

async function ask(language: Language, question: string) {
  const farm = aBusyFarm();
  const calendar = { today: farm.today, weekStartsOn: 1, direction: 'past' } as const;
  const compiled = await loadLexicon(language);
  return understand(question, { compiled, names: farmNames(farm, []), calendar });
}

test.each([
  ['en', 'temperature in barn 1 and 2', ['barn_1', 'barn_2']],
  ['es', 'temperatura de la nave 1 y 2', ['barn_1', 'barn_2']],
  ['es', 'compara la temperatura del galpón 1 contra 3', ['barn_1', 'barn_3']],
] as const)(
  '%s: a list of barn numbers resolves to all of its barns: "%s"',
  async (language, question, barnIds) => {
    expect(await ask(language, question)).toMatchObject({ question: { scope: { barnIds } } });
  },
);

test('an unknown number in a list of barns is reported as an unknown barn', async () => {
  expect(await ask('en', 'temperature in barn 1 and 77')).toMatchObject({
    kind: 'unclear',
    reason: { text: 'ask.no_such_barn' },
  });
});

test('an unknown flock code is reported as an unknown flock', async () => {
  expect(await ask('es', 'peso del lote K-99')).toMatchObject({
    kind: 'unclear',
    reason: { text: 'ask.no_such_flock' },
  });
});

test('"since" accepts a weekday and yesterday', async () => {
  expect(await ask('es', 'cuántas bajas desde el lunes')).toMatchObject({
    question: { period: { from: '2026-11-16', to: '2026-11-21' } },
  });
  expect(await ask('es', 'cuántas bajas desde ayer')).toMatchObject({
    question: { period: { from: '2026-11-20', to: '2026-11-21' } },
  });
});

test('two orders joined by "and" do not run', async () => {
  const got = await ask('es', 'crea una tarea y manda un correo');
  expect(got.kind).toBe('unclear');
});
