import { describe, expect, test } from 'vitest';
import { farms } from '../../../src/model/resources/farms.ts';
import { tenderBids, tenders } from '../../../src/model/resources/tenders.ts';
import { fillIn, issuesIn, locksIn } from '../../support/rule-situation.ts';

const bid = { tenderId: 'tender_1', status: 'submitted' };
const tender = (status: string) => [tenders, { id: 'tender_1', title: 'Feed', status }] as const;
const sibling = (values: Readonly<Record<string, unknown>>) =>
  [tenderBids, { id: 'bid_7', tenderId: 'tender_1', status: 'accepted', ...values }] as const;
const refusal = (message: string) => [{ path: 'status', code: 'forbidden_transition', message }];

describe('a new bid', () => {
  const farm = [farms, { id: 'farm_1', name: 'Farm', currency: 'EUR' }] as const;

  test('is in the currency of the farm, its phone in international form', async () => {
    const after = { ...bid, phone: '+34 612 345 678' };
    expect(await fillIn(tenderBids, { after, among: [farm] })).toEqual({
      currency: 'EUR',
      phoneE164: '+34612345678',
    });
  });

  test('keeps the currency it is sent with', async () => {
    const filled = await fillIn(tenderBids, { after: { ...bid, currency: 'USD' }, among: [farm] });
    expect(filled).toEqual({ phoneE164: null });
  });

  test('the currency of an existing bid can be cleared', async () => {
    const before = { ...bid, currency: 'USD' };
    const situation = { before, after: { currency: null }, among: [farm] };
    expect(await fillIn(tenderBids, situation)).toEqual({});
  });
});

describe('a bid can be accepted', () => {
  test.each(['open', 'closed'])('a bid can be accepted while its tender is %s', async (status) => {
    const situation = { before: bid, after: { status: 'accepted' }, among: [tender(status)] };
    expect(await issuesIn(tenderBids, situation)).toEqual([]);
  });

  test.each([
    ['beside one that was rejected', sibling({ status: 'rejected' })],
    ['beside the accepted one of another tender', sibling({ tenderId: 'tender_2' })],
  ])('%s', async (_fact, neighbour) => {
    const among = [tender('open'), neighbour];
    const situation = { before: bid, after: { status: 'accepted' }, among };
    expect(await issuesIn(tenderBids, situation)).toEqual([]);
  });

  test('only one bid of a tender can be accepted', async () => {
    const situation = { before: bid, after: { status: 'accepted' }, among: [tender('open')] };
    expect(await locksIn(tenderBids, situation)).toEqual(['tender tender_1']);
  });
});

describe('a bid cannot be accepted', () => {
  test.each(['draft', 'awarded', 'cancelled', 'expired'])(
    'a bid cannot be accepted if its tender is %s',
    async (status) => {
      const situation = { before: bid, after: { status: 'accepted' }, among: [tender(status)] };
      expect(await issuesIn(tenderBids, situation)).toEqual(
        refusal(
          `status cannot go from submitted to accepted: the tender is ${status}, neither open nor closed.`,
        ),
      );
    },
  );

  test('an existing bid cannot be accepted beside another accepted bid', async () => {
    const among = [tender('open'), sibling({})];
    const situation = { before: bid, after: { status: 'accepted' }, among };
    expect(await issuesIn(tenderBids, situation)).toEqual(
      refusal(
        'status cannot go from submitted to accepted: the bid bid_7 of the tender is accepted already.',
      ),
    );
  });

  test('a new bid cannot be accepted beside another accepted bid', async () => {
    const among = [tender('open'), sibling({})];
    const situation = { after: { ...bid, status: 'accepted' }, among };
    expect(await issuesIn(tenderBids, situation)).toEqual(
      refusal('status cannot be accepted: the bid bid_7 of the tender is accepted already.'),
    );
  });

  test('a bid cannot be accepted by moving it to a tender that has an accepted bid', async () => {
    const situation = {
      before: { tenderId: 'tender_2', status: 'accepted' },
      after: { tenderId: 'tender_1' },
      among: [tender('open'), sibling({})],
    };
    expect(await issuesIn(tenderBids, situation)).toHaveLength(1);
  });
});

describe('a rejected bid', () => {
  const before = { ...bid, status: 'rejected' };

  test('can be submitted again while its tender is open', async () => {
    const situation = { before, after: { status: 'submitted' }, among: [tender('open')] };
    expect(await issuesIn(tenderBids, situation)).toEqual([]);
  });

  test.each(['closed', 'awarded', 'cancelled', 'expired'])(
    'remains rejected when its tender is %s',
    async (status) => {
      const situation = { before, after: { status: 'submitted' }, among: [tender(status)] };
      expect(await issuesIn(tenderBids, situation)).toEqual(
        refusal(
          `status cannot go from rejected to submitted: the tender is ${status}, no longer open.`,
        ),
      );
    },
  );
});

test('an unchanged bid does not check its tender', async () => {
  const before = { ...bid, status: 'accepted' };
  const situation = { before, after: { notes: 'Signed' }, among: [tender('awarded')] };
  expect(await issuesIn(tenderBids, situation)).toEqual([]);
});
