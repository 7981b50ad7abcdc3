import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/cli/core/errors.ts';
import { createPrompts } from '../../src/cli/session/prompts.ts';
import { loadLanguage } from '../../src/i18n/load-language.ts';
import { type Language, languages } from '../../src/model/core/message.ts';

/** A terminal at which a person types once a question is shown. */
function aTerminal(typed: (input: PassThrough) => void, language: Language = 'en') {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  output.once('data', () => setImmediate(() => typed(input)));
  const interruption = new AbortController();
  const prompts = createPrompts(
    { terminal: { input, output }, interruption: interruption.signal },
    () => loadLanguage(language),
  );
  return { prompts, shown: () => shown, interruption };
}

const question = { message: 'Delete flock B1?', flag: '--yes' };

describe('a confirmation', () => {
  test.each([
    ['y\n', true],
    ['yes\n', true],
    ['n\n', false],
    ['\n', false],
  ])('%j is %s', async (text, expected) => {
    const { prompts, shown } = aTerminal((input) => input.write(text));
    expect(await prompts.confirm(question)).toBe(expected);
    expect(shown()).toContain('Delete flock B1? (y/N)');
  });

  test.each([
    ['es', ['s', 'S', 'sí', 'Si', 'SÍ'], ['n', 'no', 'NO'], '(s/N)'],
    ['he', ['כן', 'כ'], ['לא', 'ל'], '(כן/לא)'],
    ['th', ['ใช่', 'ช'], ['ไม่', 'ไม่ใช่'], '(ใช่/ไม่)'],
    ['zh', ['是'], ['否', '不'], '（是/否）'],
  ] as const)(
    'the answers of a confirmation in %s are %j for yes and %j for no',
    async (language, yes, no, shows) => {
      const answer = async (text: string) => {
        const { prompts, shown } = aTerminal((input) => input.write(`${text}\n`), language);
        const printed = await prompts.confirm(question);
        expect(shown()).toContain(shows);
        return printed;
      };
      for (const word of [...yes, 'y', 'yes'])
        expect([word, await answer(word)]).toEqual([word, true]);
      for (const word of [...no, 'n', 'no'])
        expect([word, await answer(word)]).toEqual([word, false]);
    },
  );

  test.each(languages)(
    'a confirmation in %s repeats the question after another answer',
    async (language) => {
      const { texts } = await loadLanguage(language);
      const { prompts, shown } = aTerminal((input) => {
        input.write('what\n');
        setTimeout(() => input.write('\u0015y\n'), 50);
      }, language);
      expect(await prompts.confirm(question)).toBe(true);
      expect(shown()).toContain(texts['answer.yesOrNo']);
    },
  );

  test('a confirmation at the end of the input is not answered', async () => {
    const { prompts } = aTerminal((input) => input.end());
    await expect(prompts.confirm(question)).rejects.toMatchObject({
      outcome: 'usage',
      message: 'an answer is required, and this is not an interactive terminal: give --yes',
    });
  });

  test('a confirmation with Ctrl-D is not answered', async () => {
    const { prompts } = aTerminal((input) => input.write('\u0004'));
    await expect(prompts.confirm(question)).rejects.toMatchObject({ outcome: 'usage' });
  });

  test('Ctrl-C interrupts a confirmation', async () => {
    const { prompts } = aTerminal((input) => input.write('\u0003'));
    await expect(prompts.confirm(question)).rejects.toMatchObject({ outcome: 'interrupted' });
  });

  test('ends with the reason of a signal', async () => {
    const reason = new CliError('terminated', '');
    const { prompts, interruption } = aTerminal(() => interruption.abort(reason));
    await expect(prompts.confirm(question)).rejects.toBe(reason);
  });
});

test('a text prompt may have a default', async () => {
  const { prompts } = aTerminal((input) => input.write('\n'));
  expect(await prompts.text({ message: 'Name?', flag: '--name', initial: 'North' })).toBe('North');
});

test('a secret is not echoed', async () => {
  const { prompts, shown } = aTerminal((input) => input.write('fk_live_x\n'));
  expect(await prompts.secret({ message: 'Key?', flag: '--stdin' })).toBe('fk_live_x');
  expect(shown()).not.toContain('fk_live_x');
});

test('a choice returns the value of the name', async () => {
  const { prompts } = aTerminal((input) => input.write('\u001b[B\n'));
  const choices = [
    { value: 'a', name: 'North' },
    { value: 'b', name: 'South' },
  ];
  expect(await prompts.choose({ message: 'Farm?', flag: '--farm', choices })).toBe('b');
});

test('without a terminal a prompt is a usage error that names the flag', async () => {
  const { signal } = new AbortController();
  const prompts = createPrompts({ terminal: undefined, interruption: signal }, () =>
    loadLanguage('en'),
  );
  await expect(prompts.confirm(question)).rejects.toMatchObject({
    outcome: 'usage',
    message: 'an answer is required, and this is not an interactive terminal: give --yes',
  });
});

test('without a terminal the error is reported before the prompt', () => {
  const { signal } = new AbortController();
  const { requirePerson } = createPrompts({ terminal: undefined, interruption: signal }, () =>
    loadLanguage('en'),
  );
  expect(() => requirePerson('--yes')).toThrow('this is not an interactive terminal: give --yes');
});
