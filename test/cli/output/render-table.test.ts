import { Chalk } from 'chalk';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import {
  allColumns,
  type Column,
  listColumns,
  type Values,
  type View,
} from '../../../src/cli/output/output.ts';
import { columnsThatFit, renderRecord, renderTable } from '../../../src/cli/output/render-table.ts';
import { loadMeasure } from '../../../src/cli/output/text-layout.ts';
import { loadLabels } from '../../../src/i18n/labels.ts';
import { resources } from '../../../src/model/resources/registry.ts';

const ID = 'flock_01M7HKJF9HE03VT5NZ70P580PJ';
const widthOf = await loadMeasure();

function viewOf(width: number | undefined, overrides: Partial<View> = {}): View {
  const paint = new Chalk({ level: 0 });
  return { width, widthOf, paint, now: undefined, isolates: false, ...overrides };
}

/** Names of the columns that are shown and left out at this width. */
function shownAt(columns: readonly Column[], row: Values, width?: number) {
  const options = { view: viewOf(width), header: true };
  const { shown, leftOut } = columnsThatFit([row], columns, options);
  return [shown.map(({ name }) => name).join(), leftOut.map(({ name }) => name).join()];
}

describe('the columns that fit', () => {
  const flock = { id: ID, barnId: ID, code: 'B4-261208', breed: 'Ross 308', live: 20472 };
  const columns: readonly Column[] = [
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
  ])('the columns that fit at %s columns are those of a flock: %s', (width, shown, leftOut) => {
    expect(shownAt(columns, flock, width)).toEqual([shown, leftOut]);
  });

  test('include the title, and its id only if there is room', () => {
    const columns: readonly Column[] = [{ name: 'id' }, { name: 'title' }, { name: 'status' }];
    const task = { id: ID, title: 'Call the vet about barn 1', status: 'open' };
    expect(shownAt(columns, task, 68)).toEqual(['id,title,status', '']);
    expect(shownAt(columns, task, 44)).toEqual(['title,status', 'id']);
    expect(shownAt(columns, task, 20)).toEqual(['title,status', 'id']);
    expect(shownAt(columns, task, 15)).toEqual(['title', 'id,status']);
  });

  test('include a short id beside a name, as it has to be typed', () => {
    const columns: readonly Column[] = [{ name: 'id' }, { name: 'name' }, { name: 'scopes' }];
    const key = { id: 'bXxnVi5XpPns', name: 'office', scopes: 'read:*,write:*' };
    expect(shownAt(columns, key, 22)).toEqual(['id,name', 'scopes']);
  });
});

// Each with its number of columns in a terminal.
const names = [
  ['North 4', 7],
  ['ไก่เนื้อน้ำ', 7],
  ['โรงเรือนใหญ่', 10],
  ['שָׁלוֹם עֲלֵיכֶם', 10],
  ['בית גידול', 9],
  ['养鸡场二号', 10],
  ['Señor López', 11],
  ['👩‍🌾 🇮🇱', 5],
  ['한글 농장', 9],
  ['ａｂ', 4],
] as const;

describe('scripts', () => {
  test.each(names)('%s has a width of %i columns', (name, width) => {
    expect(widthOf(name)).toBe(width);
  });

  test.each([false, true])('align in a table (isolated: %s)', (isolates) => {
    const rows = names.map(([name]) => ({ name, live: 20472 }));
    const columns: readonly Column[] = [
      { name: 'name', title: 'ชื่อ' },
      { name: 'live', kind: 'number', title: 'מספר עופות' },
    ];
    const view = viewOf(80, { isolates });
    const lines = renderTable(rows, columns, { view, header: true }).split('\n').slice(0, -1);
    expect(lines).toHaveLength(names.length + 1);
    // The last column is aligned to the right, so that all lines end at the same place.
    expect(lines.map(widthOf)).toEqual(lines.map(() => 11 + 2 + 10));
    const starts = lines.slice(1).map((line) => widthOf(line.slice(0, line.indexOf('20472'))));
    expect(starts).toEqual(starts.map(() => 11 + 2 + 5));
  });

  test('would not align by string-width alone, which does not count a vowel of น้ำ', () => {
    expect([stringWidth('น้ำ'), widthOf('น้ำ')]).toEqual([1, 2]);
  });
});

describe('a name', () => {
  const columns: readonly Column[] = [{ name: 'title' }, { name: 'status' }, { name: 'about' }];
  const rendered = (title: string, width: number) =>
    renderTable([{ title, status: 'open', about: 'x'.repeat(60) }], columns, {
      view: viewOf(width),
      header: false,
    });

  test('is never truncated while other texts can be', () => {
    const title = 'Weigh one hundred birds in barn 2';
    expect(rendered(title, 60)).toBe(`${title}  open  ${'x'.repeat(18)}…\n`);
  });

  test('is wrapped if it is longer than half of the terminal', () => {
    const title = 'Weigh one hundred birds in barn 2, ten at each of ten places';
    expect(rendered(title, 60).split('\n')).toEqual([
      `Weigh one hundred birds in barn 2, ten at   open  ${'x'.repeat(9)}…`,
      'each of ten places',
      '',
    ]);
  });

  test.each(['x'.repeat(90), '养'.repeat(45), 'ก็'.repeat(60), 'שָ'.repeat(70)])(
    'a name without spaces is wrapped anywhere, without loss: %s',
    (title) => {
      const lines = rendered(title, 60).split('\n').slice(0, -1);
      expect(lines.map((line) => line.split('  ')[0]).join('')).toBe(title);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(60);
    },
  );
});

test('ids are shown as the names of their rows, also in lists; the id of the row itself is not', () => {
  const other = 'barn_01M7HKJF9HE03VT5NZ70P580PJ';
  const view = viewOf(undefined, {
    names: new Map([
      [other, 'North 4'],
      [ID, 'B4'],
    ]),
  });
  const columns = [{ name: 'id' }, { name: 'barnId' }, { name: 'barns' }];
  const row = { id: ID, barnId: other, barns: [other, 'barn_unknown'] };
  expect(renderTable([row], columns, { view, header: false })).toBe(
    `${ID}  North 4  North 4,barn_unknown\n`,
  );
});

test.each([
  ['en', 'high    in progress  yes'],
  ['he', 'גבוהה  בטיפול  כן'],
  ['th', 'สูง  กำลังดำเนินการ  ใช่'],
  ['es', 'alta    en curso    sí'],
  ['zh', '高  处理中  是'],
] as const)('vocabulary words and booleans are translated into %s', async (language, line) => {
  const columns: readonly Column[] = [
    { name: 'priority', kind: 'word' },
    { name: 'status', kind: 'word' },
    { name: 'enabled', kind: 'flag' },
    { name: 'name' },
  ];
  const row = { priority: 'high', status: 'in_progress', enabled: true, name: 'in_progress' };
  const view = viewOf(undefined, { language, labels: await loadLabels(language) });
  const printed = renderTable([row], columns, { view, header: false });
  expect(printed.replace(/ +/g, ' ')).toBe(`${line.replace(/ +/g, ' ')} in_progress\n`);
  // A record and a table agree.
  const record = renderRecord(row, columns, { view, header: false });
  expect(record.split('\n').join(' ').trimEnd()).toBe(printed.replace(/ +/g, ' ').trimEnd());
});

test.each([
  ['en', 'in 18 days', '16 days ago', '1 day ago'],
  ['es', 'dentro de 18 días', 'hace 16 días', 'hace 1 día'],
  ['he', 'בעוד 18 ימים', 'לפני 16 ימים', 'לפני יום אחד'],
  ['th', 'ในอีก 18 วัน', '16 วันที่ผ่านมา', '1 วันที่ผ่านมา'],
  ['zh', '18天后', '16天前', '1天前'],
] as const)(
  'in %s no days are below 0: they are in the future or past',
  async (language, ...expected) => {
    const columns: readonly Column[] = [
      ...listColumns(resources.flocks).filter(({ name }) => name === 'ageDays'),
      ...listColumns(resources['reg-items']).filter(({ name }) => name === 'daysLeft'),
      ...allColumns(resources.medicine).filter(({ name }) => name === 'daysToExpiry'),
    ];
    const row = { ageDays: -18, daysLeft: -16, daysToExpiry: -1 };
    const view = viewOf(undefined, { language, labels: await loadLabels(language) });
    expect(renderTable([row], columns, { view, header: false }).trim().split(/ {2,}/)).toEqual(
      expected,
    );
    const record = renderRecord(row, columns, { view, header: false });
    expect(record.trimEnd().split('\n')).toEqual(expected);
    // Programs read numbers.
    const plain = renderTable([row], columns, { view: viewOf(undefined), header: false });
    expect(plain.trim().split(/ +/)).toEqual(['-18', '-16', '-1']);
  },
);

test('a severity has its colour in every language', async () => {
  const [labels, paint] = [await loadLabels('he'), new Chalk({ level: 1 })];
  const columns: readonly Column[] = [{ name: 'severity', kind: 'word' }];
  const view = viewOf(undefined, { labels, language: 'he', paint });
  const printed = renderTable([{ severity: 'critical' }], columns, { view, header: false });
  expect(printed).toContain(paint.red(labels.words.critical));
});

test('the time for a table of 5,000 rows is linear', () => {
  const columns: readonly Column[] = [{ name: 'name' }, { name: 'live', kind: 'number' }];
  const timed = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({ name: `B${index}`, live: index }));
    const start = performance.now();
    const text = renderTable(rows, columns, { view: viewOf(80), header: true });
    expect(text.split('\n')).toHaveLength(count + 2);
    return performance.now() - start;
  };
  timed(500);
  // As one table it would take a hundred times as long, as each cell is compared with all others.
  expect(timed(5000)).toBeLessThan(50 * timed(500) + 500);
});

describe('a nested value', () => {
  const row = {
    name: 'Heat',
    when: { metric: 'temp_c', above: 31, hours: [10, 18], isActive: true, note: null },
    actions: [{ type: 'create_task', title: 'Open the vents' }, { type: 'notify' }],
  };
  const columns: readonly Column[] = [{ name: 'name' }, { name: 'when' }, { name: 'actions' }];

  test('is lines in a record, in the words of the language', async () => {
    const rendered = async (language: 'en' | 'es') => {
      const view = viewOf(undefined, { labels: await loadLabels(language) });
      return renderRecord(row, columns, { view, header: true });
    };
    expect((await rendered('en')).split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual(
      [
        'Name | Heat',
        'When | Measure: temp_c',
        ' | Above: 31',
        ' | Hours: 10, 18',
        ' | Active: yes',
        'Actions | - Type: new task',
        ' | Title: Open the vents',
        ' | - Type: notify',
        '',
      ],
    );
    expect(await rendered('es')).not.toMatch(/[{}"]|Title/);
  });

  test('is one line of words in a table', () => {
    const text = renderTable([row], columns, { view: viewOf(undefined), header: false });
    expect(text).toContain('metric: temp_c; above: 31');
    expect(text).not.toMatch(/[{}"]/);
  });
});

test.each([
  ['en', 'hours'],
  ['es', 'horas'],
  ['he', 'שעות'],
  ['th', 'ชั่วโมง'],
  ['zh', '小时'],
] as const)('a unit is written in %s', async (language, text) => {
  const view = viewOf(undefined, { labels: await loadLabels(language) });
  const columns: readonly Column[] = [{ name: 'unit', kind: 'unit' }];
  expect(renderTable([{ unit: 'hours' }], columns, { view, header: false })).toBe(`${text}\n`);
});

test('an actor and nested vocabulary words are in the language of the table', async () => {
  const labels = await loadLabels('es');
  const row = {
    createdBy: { type: 'key', id: 'VZjs' },
    standardBasis: { edition: '2022', interpolated: false, confidence: 'high' },
  };
  const columns = [{ name: 'createdBy' }, { name: 'standardBasis' }];
  const view = viewOf(undefined, { labels, language: 'es' });
  expect(renderRecord(row, columns, { view, header: true })).toBe(
    `Creado por           Clave VZjs
Fuente del estándar  Edición: 2022
                     Interpolado: no
                     Confianza: alta
`,
  );
});
