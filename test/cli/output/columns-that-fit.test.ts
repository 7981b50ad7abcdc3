import { Chalk } from 'chalk';
import { expect, test } from 'vitest';
import { columnsThatFit } from '../../../src/cli/output/columns-that-fit.ts';
import type { Column } from '../../../src/cli/output/output.ts';
import { countCharacters } from '../../../src/cli/output/text-layout.ts';

const ID = 'flock_01M7HKJF9HE03VT5NZ70P580PJ';

/** Names of the columns that are shown and left out at this width. */
function shownAt(
  columns: readonly Column[],
  row: Readonly<Record<string, unknown>>,
  width?: number,
) {
  const view = {
    width,
    widthOf: countCharacters,
    paint: new Chalk({ level: 0 }),
    now: undefined,
    isolates: true,
  };
  const { shown, leftOut } = columnsThatFit([row], columns, { view, header: true });
  return [shown.map(({ name }) => name).join(), leftOut.map(({ name }) => name).join()];
}

const flock = { id: ID, barnId: ID, code: 'B4-261208', breed: 'Ross 308', live: 20472 };
const flockColumns: readonly Column[] = [
  { name: 'id' },
  { name: 'code' },
  { name: 'breed' },
  { name: 'live', kind: 'number' },
  { name: 'barnId' },
];

test.each([
  [undefined, 'id,code,breed,live,barnId', ''],
  [94, 'id,code,breed,live,barnId', ''],
  [91, 'id,code,breed,live', 'barnId'],
  [60, 'id,code,breed,live', 'barnId'],
  [59, 'code,breed,live', 'id,barnId'],
  [26, 'code,breed,live', 'id,barnId'],
  [25, 'code,breed', 'id,live,barnId'],
  [18, 'code', 'id,breed,live,barnId'],
  [3, 'code', 'id,breed,live,barnId'],
])('at %s columns a flock shows %s', (width, shown, leftOut) => {
  expect(shownAt(flockColumns, flock, width)).toEqual([shown, leftOut]);
});

test('the id of a row without a name stays, and columns leave from the end', () => {
  const columns: readonly Column[] = [{ name: 'id' }, { name: 'title' }, { name: 'status' }];
  const task = { id: ID, title: 'Call the vet about barn 1', status: 'open' };
  expect(shownAt(columns, task, 52)).toEqual(['id,title,status', '']);
  expect(shownAt(columns, task, 44)).toEqual(['id,title', 'status']);
  expect(shownAt(columns, task, 20)).toEqual(['id', 'title,status']);
});

test('a short id, which has to be typed, stays beside a name', () => {
  const columns: readonly Column[] = [{ name: 'id' }, { name: 'name' }, { name: 'scopes' }];
  const key = { id: 'bXxnVi5XpPns', name: 'office', scopes: 'read:*,write:*' };
  expect(shownAt(columns, key, 22)).toEqual(['id,name', 'scopes']);
});
