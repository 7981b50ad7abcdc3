import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import faults from '../../../src/farming/core/connection-faults.json' with { type: 'json' };
import { connectionFault } from '../../../src/farming/core/stored-texts.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { renderMessage } from '../../../src/i18n/render-message.ts';
import { languages } from '../../../src/model/core/message.ts';
import { misboundMessage, unboundMessage } from '../../../src/model/core/secrets.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService } from '../../support/service.ts';

const target = { host: 'api.example.com', port: 443 };

test.each([
  ...Object.values(faults).map((sentence) => sentence.replace(/\{(\w+)\}/g, 'X$1')),
  unboundMessage('env:FARMCTL_SECRET_A', target.host),
  misboundMessage('env:FARMCTL_SECRET_A', target),
])('%s: reported in every language', async (sentence) => {
  const fault = connectionFault(sentence);
  if (typeof fault === 'string') throw new Error(`not recognised: ${fault}`);
  const texts = await Promise.all(
    languages.map(async (language) => renderMessage(await loadLanguage(language), fault)),
  );
  expect(new Set(texts).size).toBe(languages.length);
  for (const value of Object.values(fault.params)) {
    for (const text of texts) expect(text).toContain(value);
  }
});

test('the sentences are those the service writes', () => {
  const files = ['platform', 'model'].flatMap((room) => {
    const folder = join(import.meta.dirname, '../../../src', room);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name));
  });
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const plain = Object.values(faults).filter((sentence) => !sentence.includes('{'));
  expect(plain.filter((sentence) => !source.includes(sentence))).toEqual([]);
});

test('the reason of the weather service is unchanged', async () => {
  const error = 'The weather service answered with status 429: Daily limit exceeded.';
  const fault = connectionFault(error);
  if (typeof fault === 'string') throw new Error('not recognised');
  expect(renderMessage(await loadLanguage('es'), fault)).toBe(
    'El servicio meteorológico respondió con el estado 429: Daily limit exceeded',
  );
});

test('an integration and its gap name the error in the language of the reader', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const farm = await createFarm(service);
  const body = { kind: 'sensor', name: 'Gateway' };
  const { id } = await create(service, 'integrations', body, { farmId: farm.farmId });
  const at = '2026-11-02T08:00:00.000Z';
  const sql = `update integrations set status = 'failing', last_error = 'There was no answer in time.', last_error_at = '${at}' where id = '${id}'`;
  await service.service.runtime.database.run({ sql, text: sql, values: [] });
  const ask = async (path: string, headers = {}) =>
    (await service.send('GET', path, { headers })).body;
  const spanish = 'No hubo respuesta a tiempo.';
  const headers = { 'accept-language': 'es' };
  expect((await ask(`/integrations/${id}`)).lastError).toBe('There was no answer in time.');
  expect((await ask(`/integrations/${id}`, headers)).lastError).toBe(spanish);
  const gaps = await ask(`/gaps?farmId=${farm.farmId}&lang=es`);
  expect(JSON.stringify(gaps)).toContain(spanish);
});

test('messages from a device or another service are not translated', () => {
  expect(connectionFault('E17 motor overload')).toBe('E17 motor overload');
});

test('the error of a command is in the language of the reader, with its reason', async () => {
  const [english, spanish] = [await loadLanguage('en'), await loadLanguage('es')];
  const stored =
    'Unknown outcome: There was no answer in time. See what the controller did before it is tried again.';
  const fault = connectionFault(stored);
  if (typeof fault === 'string') throw new Error('not recognised');
  expect(renderMessage(english, fault)).toBe(stored);
  expect(renderMessage(spanish, fault)).toBe(
    'Resultado desconocido: No hubo respuesta a tiempo. Compruebe qué hizo el controlador antes de volver a intentarlo.',
  );
  const unknown = connectionFault(stored.replace('There was no answer in time.', 'E17 motor.'));
  if (typeof unknown === 'string') throw new Error('not recognised');
  expect(renderMessage(spanish, unknown)).toContain('E17 motor.');
});
