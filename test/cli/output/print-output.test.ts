import { Chalk } from 'chalk';
import { describe, expect, test } from 'vitest';
import { type Output, outputFormats, type RowsOutput } from '../../../src/cli/output/output.ts';
import { type PrintOptions, printOutput } from '../../../src/cli/output/print-output.ts';
import { createFakeIo } from '../../support/fake-io.ts';
// Errors get their English from the module that reports them.
import '../../../src/cli/output/error-hints.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

const columns = [
  { name: 'id' },
  { name: 'name' },
  { name: 'birdCount', kind: 'number', unit: 'birds' },
  { name: 'seenAt', kind: 'time' },
] as const;

const rows = [
  {
    id: 'b_1',
    name: 'East',
    birdCount: 19950,
    seenAt: '2026-11-21T06:00:00.000Z',
    tags: ['a', 'b'],
  },
  { id: 'b_2', name: 'חממה', birdCount: null, seenAt: null, tags: [] },
];

const list: RowsOutput = {
  kind: 'rows',
  columns,
  selectable: [...columns, { name: 'tags' }],
  rows,
};

interface Shown extends Partial<PrintOptions> {
  readonly isTerminal?: boolean;
  readonly width?: number;
}

async function print(output: Output, { isTerminal = false, width = 80, ...options }: Shown = {}) {
  const io = createFakeIo({ isTerminal });
  const isShown = isTerminal && options.format === undefined;
  const printed = printOutput(
    output,
    {
      format: undefined,
      fields: undefined,
      header: true,
      jq: undefined,
      failEmpty: false,
      view: {
        width: isShown ? width : undefined,
        paint: new Chalk({ level: 0 }),
        now: isShown ? NOW : undefined,
        isolates: isShown,
      },
      ...options,
    },
    io.stdout,
  );
  await printed;
  return io.written.stdout;
}

test('a line of a stream has no column names, at a terminal and in a file', async () => {
  const line: RowsOutput = { kind: 'rows', columns, rows: rows.slice(0, 1), isLine: true };
  const fields = ['name', 'id'];
  expect(await print(line, { fields, isTerminal: true })).toBe('East  b_1\n');
  expect(await print(line, { fields })).toBe('East\tb_1\n');
});

describe('rows', () => {
  test('rows on a terminal are a table with relative times', async () => {
    expect(await print(list, { isTerminal: true })).toBe(
      [
        'ID   Name  Bird count  Seen at',
        'b_1  East      19,950  2h ago',
        'b_2  \u2068חממה\u2069',
        '',
      ].join('\n'),
    );
  });

  test('rows in a pipe are TSV without a header', async () => {
    expect(await print(list)).toBe('b_1\tEast\t19950\t2026-11-21T06:00:00.000Z\nb_2\tחממה\t\t\n');
  });

  const expected: Readonly<Record<(typeof outputFormats)[number], string>> = {
    table: [
      'ID   Name  Bird count  Seen at',
      'b_1  East      19,950  2026-11-21T06:00:00.000Z',
      'b_2  חממה',
      '',
    ].join('\n'),
    tsv: 'b_1\tEast\t19950\t2026-11-21T06:00:00.000Z\nb_2\tחממה\t\t\n',
    json: `${JSON.stringify(rows, undefined, 2)}\n`,
    jsonl: `${JSON.stringify(rows[0])}\n${JSON.stringify(rows[1])}\n`,
    csv: 'id,name,birdCount,seenAt\nb_1,East,19950,2026-11-21T06:00:00.000Z\nb_2,חממה,,\n',
    yaml: [
      '- id: b_1',
      '  name: East',
      '  birdCount: 19950',
      '  seenAt: 2026-11-21T06:00:00.000Z',
      '  tags:',
      '    - a',
      '    - b',
      '- id: b_2',
      '  name: חממה',
      '  birdCount: null',
      '  seenAt: null',
      '  tags: []',
      '',
    ].join('\n'),
  };

  test.each(outputFormats)(
    'rows as %s are the same on a terminal and in a pipe',
    async (format) => {
      expect(await print(list, { format })).toBe(expected[format]);
      expect(await print(list, { format, isTerminal: true })).toBe(expected[format]);
    },
  );

  test.each([
    ['table', 'Tags  ID\na,b   b_1\n      b_2\n'],
    ['tsv', 'a,b\tb_1\n\tb_2\n'],
    ['csv', 'tags,id\n"a,b",b_1\n,b_2\n'],
    ['jsonl', '{"tags":["a","b"],"id":"b_1"}\n{"tags":[],"id":"b_2"}\n'],
  ] as const)('--fields tags,id as %s', async (format, text) => {
    expect(await print(list, { format, fields: ['tags', 'id'] })).toBe(text);
  });

  test.each([
    ['table', 'b_1  East  19,950  2026-11-21T06:00:00.000Z\nb_2  חממה\n'],
    ['csv', 'b_1,East,19950,2026-11-21T06:00:00.000Z\nb_2,חממה,,\n'],
  ] as const)('--no-header as %s', async (format, text) => {
    expect(await print(list, { format, header: false })).toBe(text);
  });

  test('an unknown field is reported with the closest', async () => {
    await expect(print(list, { fields: ['nam'] })).rejects.toMatchObject({
      outcome: 'usage',
      message: '--fields: there is no field "nam"; did you mean name?',
      hint: expect.objectContaining({
        text: 'hint.fieldsOfTable',
        params: { known: 'id, name, birdCount, seenAt, tags' },
      }),
    });
  });

  test('a table wider than the terminal is truncated, except for ids and names', async () => {
    const id = 'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ';
    const wide: RowsOutput = {
      kind: 'rows',
      columns: [{ name: 'id' }, { name: 'name' }, { name: 'notes' }],
      rows: [{ id, name: 'North', notes: 'A very long remark on a barn' }],
    };
    const fields = ['id', 'name', 'notes'];
    expect(await print(wide, { isTerminal: true, width: 80, fields })).toBe(
      'ID                               Name   Notes\n' +
        'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ  North  A very long remark on a barn\n',
    );
    expect(await print(wide, { isTerminal: true, width: 52, fields })).toBe(
      'ID                               Name   Notes\n' +
        'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ  North  A very long…\n',
    );
    expect(await print(wide, { isTerminal: true, width: 20, fields })).toBe(
      'ID                               Name   Notes\n' +
        'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ  North  A very lo…\n',
    );
  });

  test('columns that do not fit on the terminal are omitted, with a note', async () => {
    const id = 'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ';
    const wide = { ...list, rows: [{ id, name: 'East', birdCount: 19950, seenAt: null }] };
    const notes: (readonly string[])[] = [];
    const onLeftOut = async (names: readonly string[]) => void notes.push(names);
    expect(await print(wide, { isTerminal: true, width: 40, onLeftOut })).toBe(
      'Name  Bird count  Seen at\nEast      19,950\n',
    );
    expect(notes).toEqual([['id']]);
    const all = await print(wide, { isTerminal: true, format: 'table', onLeftOut });
    expect([all.startsWith('ID '), notes.length]).toEqual([true, 1]);
  });

  test('wide and combining characters keep the columns aligned', async () => {
    const texts = ['养鸡场', 'ไก่เนื้อ', '👩‍🌾', 'שָׁלוֹם', 'abcd'];
    const output: RowsOutput = {
      kind: 'rows',
      columns: [{ name: 'a' }, { name: 'b' }],
      rows: texts.map((a) => ({ a, b: '|' })),
    };
    expect(await print(output, { format: 'table', header: false })).toBe(
      ['养鸡场  |', 'ไก่เนื้อ   |', '👩‍🌾      |', 'שָׁלוֹם    |', 'abcd    |', ''].join('\n'),
    );
  });
});

describe('no rows', () => {
  test.each([
    ['table', 'ID  Name  Bird count  Seen at\n'],
    ['tsv', ''],
    ['json', '[]\n'],
    ['jsonl', ''],
    ['csv', 'id,name,birdCount,seenAt\n'],
    ['yaml', '[]\n'],
  ] as const)('an empty list is printed as %s', async (format, text) => {
    expect(await print({ ...list, rows: [] }, { format })).toBe(text);
  });

  test.each([...outputFormats, undefined])(
    'an empty list with --fail-empty exits as not found (%s)',
    async (format) => {
      const printed = print({ ...list, rows: [] }, { format, failEmpty: true });
      await expect(printed).rejects.toMatchObject({ outcome: 'notFound', message: '' });
    },
  );

  test('a list of one row with --fail-empty does not fail', async () => {
    expect(
      await print({ ...list, rows: [{ id: 'a' }] }, { format: 'jsonl', failEmpty: true }),
    ).toBe('{"id":"a"}\n');
  });
});

describe('pages', () => {
  async function* pages() {
    yield [{ id: '1' }];
    yield [{ id: '2' }, { id: '3' }];
  }

  test.each([
    ['jsonl', '{"id":"1"}\n{"id":"2"}\n{"id":"3"}\n'],
    ['tsv', '1\n2\n3\n'],
    ['csv', 'id\n1\n2\n3\n'],
  ] as const)('are one list as %s', async (format, text) => {
    const output: RowsOutput = { kind: 'rows', columns: [{ name: 'id' }], rows: pages() };
    expect(await print(output, { format })).toBe(text);
  });

  test('a page as jsonl is printed before the next page is loaded', async () => {
    const io = createFakeIo();
    const zoneIds: string[] = [];
    async function* watched() {
      for (const id of ['1', '2', '3']) {
        zoneIds.push(io.written.stdout);
        yield [{ id }];
      }
    }
    const output: RowsOutput = { kind: 'rows', columns: [{ name: 'id' }], rows: watched() };
    const view = { width: undefined, paint: new Chalk(), now: undefined, isolates: false };
    const options = { fields: undefined, header: true, jq: undefined, failEmpty: false, view };
    await printOutput(output, { ...options, format: 'jsonl' }, io.stdout);
    expect(zoneIds).toEqual(['', '{"id":"1"}\n', '{"id":"1"}\n{"id":"2"}\n']);
  });

  test.each(['json', 'csv', 'tsv', 'yaml', 'table'] as const)(
    'no page is printed as %s if a later page fails',
    async (format) => {
      const io = createFakeIo();
      async function* failing() {
        yield [{ id: '1' }];
        throw new Error('the second page failed');
      }
      const output: RowsOutput = { kind: 'rows', columns: [{ name: 'id' }], rows: failing() };
      const view = { width: undefined, paint: new Chalk(), now: undefined, isolates: false };
      const options = { fields: undefined, header: true, jq: undefined, failEmpty: false, view };
      await expect(printOutput(output, { ...options, format }, io.stdout)).rejects.toThrow(
        'second',
      );
      expect(io.written.stdout).toBe('');
    },
  );
});

const record: Output = {
  kind: 'record',
  columns: [...columns, { name: 'notes' }],
  record: { ...rows[0], notes: 'wet litter\nnear the door' },
};

describe('a record', () => {
  test('a record on a terminal is shown field by field, with units', async () => {
    expect(await print(record, { isTerminal: true })).toBe(
      [
        'ID          b_1',
        'Name        East',
        'Bird count  19,950 birds',
        'Seen at     2026-11-21T06:00:00.000Z (2h ago)',
        'Notes       wet litter',
        '            near the door',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [
      undefined,
      'id\tb_1\nname\tEast\nbirdCount\t19950\nseenAt\t2026-11-21T06:00:00.000Z\n' +
        'notes\twet litter\\nnear the door\n',
    ],
    [
      'csv',
      'id,name,birdCount,seenAt,notes\n' +
        'b_1,East,19950,2026-11-21T06:00:00.000Z,"wet litter\nnear the door"\n',
    ],
    ['json', `${JSON.stringify(record.record, undefined, 2)}\n`],
    ['jsonl', `${JSON.stringify(record.record)}\n`],
    [
      'yaml',
      'id: b_1\nname: East\nbirdCount: 19950\nseenAt: 2026-11-21T06:00:00.000Z\n' +
        'tags:\n  - a\n  - b\nnotes: |-\n  wet litter\n  near the door\n',
    ],
  ] as const)('a record in a pipe is printed as %s', async (format, text) => {
    expect(await print(record, { format })).toBe(text);
  });

  test.each([
    [undefined, 'b_1\n'],
    ['json', '{\n  "id": "b_1"\n}\n'],
    ['csv', 'b_1\n'],
  ] as const)('--fields id --no-header as %s', async (format, text) => {
    expect(await print(record, { format, fields: ['id'], header: false })).toBe(text);
  });

  test('--fields may address nested members', async () => {
    const output: Output = { kind: 'record', record: { id: '1', key: { name: 'north' } } };
    expect(await print(output, { format: 'json', fields: ['key.name'] })).toBe(
      '{\n  "key.name": "north"\n}\n',
    );
  });
});

test('a record with a line of a megabyte beside a multi-line text is printed unchanged', async () => {
  const long = 'x'.repeat(1_000_000);
  const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}`);
  const output: Output = { kind: 'record', record: { long, text: lines.join('\n') } };
  // Lines that were padded to the longest one would be 50 GB.
  expect(await print(output, { format: 'table' })).toBe(
    `Long  ${long}\nText  ${lines.join('\n      ')}\n`,
  );
});

describe('a reading', () => {
  const reading: Output = {
    kind: 'reading',
    data: { gaps: 2, kind: 'no_log' },
    render: ({ width }) => `2 gaps${width === undefined ? '' : ` in ${width} columns`}\n`,
  };

  test.each([
    [{ isTerminal: true }, '2 gaps in 80 columns\n'],
    [{}, '2 gaps\n'],
    [{ format: 'table' }, '2 gaps\n'],
    [{ format: 'json' }, '{\n  "gaps": 2,\n  "kind": "no_log"\n}\n'],
    [{ format: 'tsv' }, 'gaps\t2\nkind\tno_log\n'],
    [{ format: 'csv' }, 'gaps,kind\n2,no_log\n'],
    [{ jq: '.gaps' }, '2\n'],
  ] as const)('%j', async (options, text) => {
    expect(await print(reading, options)).toBe(text);
  });
});

describe('a document', () => {
  test.each([true, false])('is JSON, on a terminal (%s) or not', async (isTerminal) => {
    expect(await print({ kind: 'document', data: [1, 'a'] }, { isTerminal })).toBe(
      '[\n  1,\n  "a"\n]\n',
    );
  });

  test('a document of rows can be a table', async () => {
    const output: Output = { kind: 'document', data: [{ a: 1 }, { b: 'x' }] };
    expect(await print(output, { format: 'table' })).toBe('A  B\n1\n   x\n');
  });
});

describe('hostile text', () => {
  const hostile: RowsOutput = {
    kind: 'rows',
    columns: [{ name: 'text' }],
    rows: [{ text: '\u001b[2Jexe\u202egnp\tx\ny\\z' }],
  };

  test.each([
    ['table', 'Text\n\\x1b[2Jexe\\u202egnp\\tx\\ny\\z\n'],
    ['tsv', '\\x1b[2Jexe\\u202egnp\\tx\\ny\\\\z\n'],
    ['csv', 'text\n"\\x1b[2Jexe\\u202egnp\tx\ny\\z"\n'],
    ['jsonl', '{"text":"\\u001b[2Jexe\\u202egnp\\tx\\ny\\\\z"}\n'],
    ['yaml', '- text: "\\u001b[2Jexe\\u202egnp\\tx\\ny\\\\z"\n'],
  ] as const)('is neutralised as %s', async (format, text) => {
    expect(await print(hostile, { format })).toBe(text);
  });

  test('is neutralised in the results of a filter, which keep their line breaks', async () => {
    expect(await print(hostile, { jq: '.[].text' })).toBe('\\x1b[2Jexe\\u202egnp\tx\ny\\z\n');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+972501234567', "'+972501234567"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\\r=1"],
    ['＝1', "'＝1"],
    ['a=1', 'a=1'],
    [-1, '-1'],
    [0.5, '0.5'],
  ])('the CSV cell %j is %j', async (value, cell) => {
    const output: RowsOutput = { kind: 'rows', columns: [{ name: 'a' }], rows: [{ a: value }] };
    expect(await print(output, { format: 'csv', header: false })).toBe(`${cell}\n`);
  });
});

describe('a filter', () => {
  test.each([
    ['.[].name', undefined, 'East\nחממה\n'],
    ['length', undefined, '2\n'],
    ['.[0] | {id, birdCount}', undefined, '{"id":"b_1","birdCount":19950}\n'],
    ['empty', undefined, ''],
    ['.[].id', 'json', '[\n  "b_1",\n  "b_2"\n]\n'],
    ['.[0].id', 'json', '"b_1"\n'],
    ['empty', 'json', '[]\n'],
    ['.[].id', 'jsonl', '"b_1"\n"b_2"\n'],
    ['map({id, n: .birdCount})', 'csv', 'id,n\nb_1,19950\nb_2,\n'],
    ['.[] | {id}', 'table', 'ID\nb_1\nb_2\n'],
    ['.[].id', 'tsv', 'b_1\nb_2\n'],
    ['map(.id)', 'yaml', '- b_1\n- b_2\n'],
  ] as const)('%s as %s', async (jq, format, text) => {
    expect(await print(list, { jq, format })).toBe(text);
  });

  test('sees the selected fields', async () => {
    expect(await print(list, { jq: '.[0] | keys | join(" ")', fields: ['name', 'id'] })).toBe(
      'id name\n',
    );
  });

  test('a filter that fails prints nothing and is a usage error', async () => {
    await expect(print(list, { jq: '.[].id | .a' })).rejects.toMatchObject({
      outcome: 'usage',
      message: '--jq: Cannot index string with string ("a")',
    });
  });
});

describe('a page on a terminal', () => {
  const page: Output = { kind: 'reading', data: { a: 1 }, render: () => 'a page\n' };

  async function printed(output: Output, options: Partial<PrintOptions> = {}) {
    const io = createFakeIo({ isTerminal: true });
    let text = '';
    const show = async (part: string) => {
      text += part;
    };
    const printOptions: PrintOptions = {
      format: undefined,
      fields: undefined,
      header: true,
      jq: undefined,
      failEmpty: false,
      view: { width: 80, paint: new Chalk({ level: 0 }), now: undefined, isolates: false },
      ...options,
    };
    await printOutput(output, printOptions, { ...io.stdout, show });
    return { shown: text, written: io.written.stdout };
  }

  test('is shown, with the pager if it is long', async () => {
    expect(await printed(page)).toEqual({ shown: 'a page\n', written: '' });
  });

  test('is written if a format or a filter was requested', async () => {
    expect(await printed(page, { format: 'table' })).toEqual({ shown: '', written: 'a page\n' });
    expect(await printed(page, { jq: '.a' })).toEqual({ shown: '', written: '1\n' });
  });

  test('is for pages only: lists are written', async () => {
    expect((await printed({ kind: 'rows', columns, rows })).shown).toBe('');
  });
});

describe('times of a record', () => {
  const record: Output = {
    kind: 'record',
    columns: [
      { name: 'seenAt', kind: 'time' },
      { name: 'last' },
      { name: 'farm', isOptional: true },
    ],
    record: {
      seenAt: '2026-11-21T06:00:00.000Z',
      last: { at: '2026-07-01T22:30:00.000Z' },
      farm: null,
    },
  };
  const findZone = async () => 'Asia/Jerusalem';

  test('are written in the zone of the organisation, also within objects', async () => {
    const piped = await print(record, { format: 'table', findZone });
    expect(piped.replaceAll('\u202f', ' ')).toBe(
      'Seen at  Nov 21, 2026, 8:00 AM\nLast     Time: Jul 2, 2026, 1:30 AM\n',
    );
    const output = await print(record, { isTerminal: true, findZone });
    expect(output.replaceAll('\u202f', ' ')).toContain('Nov 21, 2026, 8:00 AM (2h ago)');
  });

  test('are as sent where no zone is known, and in formats for programs', async () => {
    const unknown = await print(record, { format: 'table', findZone: async () => undefined });
    expect(unknown).toContain('2026-11-21T06:00:00.000Z');
    for (const format of ['json', 'tsv', 'csv', 'yaml'] as const) {
      expect(await print(record, { format, findZone })).toContain('2026-11-21T06:00:00.000Z');
    }
  });

  test('fields that only some records have are left out of the text, not of the data', async () => {
    expect(await print(record, { format: 'table', findZone })).not.toContain('Farm');
    expect(await print(record, { format: 'csv', findZone })).toContain('farm');
  });
});
