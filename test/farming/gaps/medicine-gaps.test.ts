import { describe, expect, test } from 'vitest';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { row, TODAY } from '../../support/a-snapshot.ts';
import { aTidyFarm, gapsWith } from '../../support/a-tidy-farm.ts';

describe('medicine', () => {
  const item = (values: Readonly<Record<string, unknown>>) =>
    row('medicine', { id: 'medicine_1', name: 'ND LaSota', unit: 'vials', ...values });

  test.each([
    ['expired yesterday', '2026-11-20', 5, ['medicine_expired warning']],
    ['expired yesterday, of unknown quantity', '2026-11-20', null, ['medicine_expired warning']],
    ['expired yesterday and used up', '2026-11-20', 0, []],
    ['expires today', TODAY, 5, ['medicine_expiring info']],
    ['expires tomorrow', '2026-11-22', null, ['medicine_expiring info']],
    ['expires tomorrow and used up', '2026-11-22', 0, []],
    ['expires in 30 days', '2026-12-21', 5, ['medicine_expiring info']],
    ['expires in 31 days', '2026-12-22', 5, []],
    ['never expires', null, 5, []],
  ])('medicine that %s', (_what, expiryDate, quantity, gaps) => {
    expect(gapsWith({ medicine: [item({ expiryDate, quantity })] })).toEqual(gaps);
  });

  test.each([
    ['of sufficient quantity', 10, 10, []],
    ['below the minimum', 9.5, 10, ['medicine_low_stock warning']],
    ['used up', 0, 10, ['medicine_low_stock critical']],
    ['with a minimum of zero', 0, 0, []],
    ['without a minimum', 0, null, []],
    ['of unknown quantity', null, 10, []],
  ])('%s', (_what, quantity, minQuantity, gaps) => {
    expect(gapsWith({ medicine: [item({ quantity, minQuantity })] })).toEqual(gaps);
  });

  test.each([
    ['after it expired', { date: '2026-11-21', product: 'nd lasota, in water' }, [], 'critical'],
    ['on its last day', { date: '2026-11-20', product: 'ND LaSota' }, [], 'warning'],
    ['with another medicine', { date: '2026-11-21', product: 'Gumboro' }, [], 'warning'],
    [
      'while another batch was valid',
      { date: '2026-11-21', product: 'ND LaSota' },
      [item({ id: 'medicine_2', expiryDate: '2027-06-01' })],
      'warning',
    ],
  ])('expired, and birds were treated %s', (_what, { date, product }, others, severity) => {
    const medicine = [item({ expiryDate: '2026-11-20' }), ...others];
    const treatments = [row('treatments', { flockId: 'flock_1', date, product })];
    expect(gapsWith({ medicine, treatments })).toEqual([`medicine_expired ${severity}`]);
  });

  test('medicine that is running low is ordered by the missing quantity, from its supplier', () => {
    const medicine = [item({ quantity: 0.1, minQuantity: 0.3, supplierId: 'contact_1' })];
    const [gap] = findGaps(aTidyFarm({ medicine }));
    expect([gap?.ids, gap?.fix]).toEqual([
      { medicineId: 'medicine_1', supplierId: 'contact_1' },
      {
        method: 'POST',
        path: '/market-orders',
        body: {
          farmId: 'farm_1',
          kind: 'order',
          direction: 'buy',
          category: 'medicine',
          title: 'ND LaSota',
          quantity: 0.2,
          unit: 'vials',
          contactId: 'contact_1',
        },
        action: 'create_order',
      },
    ]);
  });

  test('medicine that expired is written off, and one that will expire is replaced', () => {
    const medicine = [
      item({ expiryDate: '2026-11-20' }),
      item({ id: 'medicine_2', name: 'Vitamin C', expiryDate: TODAY }),
    ];
    expect(findGaps(aTidyFarm({ medicine })).map(({ fix }) => fix)).toEqual([
      { method: 'PATCH', path: '/medicine/medicine_1', body: { quantity: 0 } },
      { method: 'PATCH', path: '/medicine/medicine_2', body: { quantity: null, expiryDate: null } },
    ]);
  });
});

describe('medicine that is on order is not a gap', () => {
  const medicine = [
    row('medicine', { id: 'medicine_1', name: 'ND LaSota', quantity: 2, minQuantity: 10 }),
  ];
  const order = { direction: 'buy', category: 'medicine', title: 'nd lasota', status: 'open' };
  const gapsOnOrder = (...orders: readonly object[]) =>
    gapsWith({
      medicine,
      marketOrders: orders.map((values, index) =>
        row('market-orders', { id: `market_${index}`, ...order, ...values }),
      ),
    });

  test.each([
    ['sufficient', [{ quantity: 8 }]],
    ['sufficient in two orders', [{ quantity: 5 }, { quantity: 3, status: 'confirmed' }]],
    ['of unknown quantity', [{}]],
  ])('medicine that is on order is not a gap if it is %s', (_, orders) => {
    expect(gapsOnOrder(...orders)).toEqual([]);
  });

  test.each([
    ['too little', { quantity: 7 }],
    ['another medicine', { quantity: 8, title: 'Tylosin' }],
    ['a sale offer', { quantity: 8, direction: 'sell' }],
    ['in the past', { quantity: 8, status: 'fulfilled' }],
    ['cancelled', { quantity: 8, status: 'cancelled' }],
  ])('an order for medicine that is %s does not count', (_, values) => {
    expect(gapsOnOrder(values)).toEqual(['medicine_low_stock warning']);
  });
});
