import { describe, expect, test } from 'vitest';
import { contacts } from '../../../src/model/resources/contacts.ts';
import { farms } from '../../../src/model/resources/farms.ts';
import { fillIn } from '../../support/rule-situation.ts';

const farm = (currency: string) => [farms, { id: 'farm_1', name: 'Farm', currency }] as const;

describe('the international number of a contact', () => {
  test.each([
    ['of a farm in Israel', '050-1234567', 'ILS', '+972501234567'],
    ['of a farm in Thailand', '081 234 5678', 'THB', '+66812345678'],
    ['in international form', '+34 612 345 678', 'ILS', '+34612345678'],
    ['that is impossible', '12345', 'ILS', null],
  ])('%s', async (_fact, phone, currency, phoneE164) => {
    const situation = { after: { name: 'Yossi', phone }, among: [farm(currency)] };
    expect(await fillIn(contacts, situation)).toEqual({ phoneE164 });
  });

  test('depends on the country of the farm', async () => {
    const after = { name: 'Ana', phone: '612 345 678' };
    const situation = { after, among: [farm('EUR')], zone: 'Europe/Madrid' };
    expect(await fillIn(contacts, situation)).toEqual({ phoneE164: '+34612345678' });
  });

  test('is removed with the phone', async () => {
    const before = { name: 'Yossi', phone: '050-1234567', phoneE164: '+972501234567' };
    expect(await fillIn(contacts, { before, after: { phone: null } })).toEqual({ phoneE164: null });
  });

  test('does not change while the phone does not', async () => {
    const before = { name: 'Yossi', phone: '050-1234567', phoneE164: '+972501234567' };
    expect(await fillIn(contacts, { before, after: { name: 'Yosef' } })).toEqual({});
  });
});
