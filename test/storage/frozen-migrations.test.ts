import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { examineContent } from '../../src/server/doctor/examine-content.ts';
import type { Database } from '../../src/storage/core/database.ts';
import {
  apply,
  checksumOf,
  fingerprintOf,
  MIGRATIONS,
  migrate,
} from '../../src/storage/migrations/migrate.ts';
import schemaFingerprints from '../../src/storage/migrations/schema-fingerprints.json' with {
  type: 'json',
};
import { openPostgres } from '../../src/storage/postgres/database.ts';
import { openSqlite } from '../../src/storage/sqlite/database.ts';
import { createEmptyDatabase, DATABASES, type DatabaseName } from '../support/databases.ts';

/** The scripts of released migrations. Append to these lists; an entry never changes. */
const FROZEN: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: [
    '01c5500fa0edf1e77377254949531901b2d5371bc9f4da633ef5910b9479b20a',
    'd35069a0bb23122a743f45c0dcba8e21eebae9156e69fc5298b7b1a296c98fa3',
    '88c500fa258d524ed3d89b281ff70013ae65c745af069a3d48af7d56111b5ff7',
    '4e782664eb02d46d2744cd8529c3f55589303c2b1b850950df8e94aced960fe4',
    'a9cd0dd0517fb60c24ddcd11e969d880d59f6a69bae49b0dabf6f6ae5f456e33',
    '5770e9e7c0129b7ddf09e4aa57be4ceed424e09d9c32d79fd6ec0584e639f69f',
    '7e56a4423adf8ab2c3e88cd0f8ecd013da993b023691322a1a0ca2f19d2f62f5',
    'f3e13921a81954d417b03fd0d6a80a3ebeb80d9a84938115a75a4a939dda481d',
    'fd9d828f7575b6e6f2703c1983564f040bd841d165f71137a224d8bba0a94ac2',
    'a5b20688a9f2a9856b74364692c602717310f89f78575617491ef1c3af5d2784',
    'ea458dcefa76fb6042e59b62049d01fad4f76e6155011a152ef756de4481b74d',
    '3b3b11f308de46a6e5b3904ed3a6b6343ad2e6a6a323b4b9d0739bc2f482c46a',
    '10dbddc5c9b55a89d339dc0fb6d14d5309f5654235190a3121b54b1957c778fd',
    'ecf76fcb710a0fe76237818de1025f8ce667b42ff14fe3e8a21874b92c107913',
    '97573bede4fca1041a1d6731f3077dc39a3fcb7e1e3e05499c0da05c38833b26',
    '7b6f977e16cd72bd6b7c77c877ab3b013f8af15f2e9da6bbdefd2fd4d2809784',
    '18de5cc378f3c21922ea89cb604ca3bf88aa22d3ccfbf34f4abc687508bdbdeb',
    '560810b0fda3f706fb2a41b2e360a359268dfe353d7b5a3fdc636ef31006ab5d',
    'd581a9bdfd3d70b418d50f06f88d10b13f8e560646a9d03a139969ba0cc7429a',
    'ceecb3e9dfab72aa6adfc33368a9464c79c3ba2f78162dedad7a8f6732d8abc7',
    'af09a63ba756d452a17d7ebb707d6e2bae3803cc3d4272c197ed24b360e13d42',
    '7c48abac0f09ce6a8f187a0c952f519b202d3627d70d00b108bf75a2828d3a5f',
    'fd2bfc89c04cffcfdcda8fdf9e6b6213f016934564dcff2f1efe9fcbcd619d65',
    '7717936732c07df78cb0bc7130696cd5159fe6d90fd1b34ed7152bcb359eb0fe',
    'bfa9580c64d6847172f2cc8fa0b71b397dedc18dc9bb39eff19c66acc1546fd9',
    '272abbbba36aa5861ceff9e10286429b45e9e69db1b8a147c51d180603281ab0',
    'c44e0410cd5f46c83ef9c1d7fa085182541b0c103c97eb6821296eecb09990fe',
    '01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b',
  ],
  postgres: [
    '2971b30b32c3568f600479c41034fd2ba85908e5cf2c3cea92a19515e8935384',
    'deb1fc44d1b0d433a8eb439d69433f2355da2235a01bdb9cd126e8ecba2178c7',
    '5da7aef5e73ef6aeaf0d20908394078a3b12b318ca80edcaf9690f2da0f26549',
    '8348943f0789a5244a26dd6611656d802b6f722816e18323833d22e78a9defeb',
    'e24d6cb1d952d8f6d0e0c3804094b9ec819d3d3faa6fdbb50f9f3f0644438d93',
    '63dd035f70976e8238f33c1956918344b66d0ee6ff58700533f100ed5f901d34',
    '0492251ae8ac92d155e6a1e223149ee8a0a683f35d1f825de6417059ff8a1380',
    'e0c5a7dfae233657a4be4a1048d29f65052662a6c142126e0206b95fe3dabc54',
    '705aed30d0a4fd4249ff8781cba4f65c98e90992bbb7daac5e5ac38626687e53',
    '6d3432d0063e49ed0af585750222ea638c83d4e809877c195886b4b01fa62c1e',
    '3ddfea69cd7e3db572772895b367553d74b7a5b494d791a271a9d2f56e506e19',
    'fa4a06ca02a9e0dab77ea66bc4301f1a7f803212527161e97f03003872c1f4a2',
    'fc2557ec0f79798a88e396882241762a04d0353bced3354d5b59eba1681a192b',
    'fefd0009a8f22b9987eb17e89f915d6d02e82493440158dbb1966bc2b8bb38f2',
    '080b17da685f974714adbbd04770d8a4fe739858cd979afd8c9610b0bdff08cf',
    '208d55016a92a0ba572da8a68522664da32c41220507d7381c7d65f9ed676027',
    'b16baf260f8f49ca56dd21f0fd4551df31233f5342cdb03439a4efa5f991842c',
    'd05da7eeea0e1c2ebaad4e9a0d3b0a8637d1da9cb883a71c1aedd819fbc310e3',
    '4a9fff30aadb441d496cf873532a3186a254ad39f765947ad9e857e43e621f73',
    '628771f39d4b75df49ad144c0cfe6165bb1c368950b6c6edc77780cc38942d05',
    'c0c376f91fc51d10e20e5c01dc831b559bc8ea31dbe028967c8e1610fe26c2b5',
    '31c341d0b5a5c82dd6caa0394f5abe895c97b22119c7202ea553d3294da2cd4d',
    '8958410353992f72bdd7eecbf2510af0c741df58db020d943c24b40eb15b226f',
    'd6ab7fb51d7c56ac8432b41400f09e3e86b808c8b61f55518c63166c7976d147',
    '8fba19487addabbe949b97807512941b68a4910cd17d9e6446ccc3abcaf61425',
    '3b75cfccd40398f515485870e36aa9f33ae3c81ab28dc7f3cf802bcf2a49ade8',
    '6cfdbafd871da01d033e51e25e8f3f2ddb2f7c9fd1d354d001c1dc743b724c0f',
    '0512d945cbf6f9b62952f0a0227cdbc646390ecc8d85fbce4ce366999a63e838',
  ],
};
const LAST_WITHOUT_CHECKSUMS = 14;

async function openEmpty(name: DatabaseName): Promise<Database> {
  if (name === 'sqlite') {
    const database = await openSqlite(':memory:');
    onTestFinished(() => database.close());
    return database;
  }
  const { url, drop } = await createEmptyDatabase();
  const database = await openPostgres(url);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

/** Applies migrations as farmctl did before checksums were stored. */
async function applyUpTo(database: Database, version: number, from = 1): Promise<void> {
  for (const migration of MIGRATIONS.slice(from - 1, version)) {
    await database.transaction((transaction) => apply(transaction, migration));
  }
}

/** The tables that the first edition of migration 1 created. */
async function applyEarlyEdition(database: Database): Promise<void> {
  const path = join(import.meta.dirname, `../data/early-0001.${database.dialect.name}.sql`);
  await database.transaction(async (transaction) => {
    await transaction.runScript(readFileSync(path, 'utf8'));
    await transaction.run(
      sql`insert into schema_migrations (version, name) values (1, 'initial schema')`,
    );
  });
}

const refusal = async (database: Database): Promise<string> => {
  try {
    await migrate(database);
    return 'migrated';
  } catch (error) {
    return (error as Error).message;
  }
};

const EARLY =
  /^the tables of the database are not those of schema version \d+: an early edition of farmctl created it: keep the file; export its rows/;

test('migrations are numbered without a gap', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

describe.each(DATABASES)('%s', (name) => {
  test('each script is a listed file whose first line is its number and purpose', () => {
    const folder = join(import.meta.dirname, '../../src/storage/migrations', name);
    const files = readdirSync(folder).sort();
    expect(files).toHaveLength(MIGRATIONS.length);
    for (const [index, file] of files.entries()) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(file).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-[a-z-]+\\.sql$`));
      expect(text).toMatch(new RegExp(`^-- Migration ${index + 1}: [^\\n]+\\.\\n(?!--)`));
      expect(text.endsWith(MIGRATIONS[index]?.[name] ?? '')).toBe(true);
    }
  });

  test('the scripts of released migrations are frozen: a change needs a new migration', () => {
    const scripts = MIGRATIONS.map((migration) => checksumOf(migration, { name }));
    expect(scripts).toEqual(FROZEN[name]);
  });

  test('each version before checksums has the fingerprint by which it is recognised', async () => {
    const database = await openEmpty(name);
    const differences: string[] = [];
    for (const { version } of MIGRATIONS.slice(0, LAST_WITHOUT_CHECKSUMS)) {
      await applyUpTo(database, version, version);
      differences.push(await fingerprintOf(database, MIGRATIONS));
    }
    expect(differences).toEqual(schemaFingerprints[name]);
    expect(await refusal(database)).toBe('migrated');
  });

  test.each([1, 9, 14])('a database of version %i gets its checksums', async (version) => {
    const database = await openEmpty(name);
    await applyUpTo(database, version);
    await migrate(database);
    const rows = await database.all<{ checksum: string }>(
      sql`select checksum from schema_migrations order by version`,
    );
    expect(rows.map(({ checksum }) => checksum)).toEqual(FROZEN[name]);
  });

  test('a database of an early edition of migration 1 is rejected and unchanged', async () => {
    const database = await openEmpty(name);
    await applyEarlyEdition(database);
    const before = await fingerprintOf(database, MIGRATIONS);
    expect(await refusal(database)).toMatch(EARLY);
    expect(await fingerprintOf(database, MIGRATIONS)).toBe(before);
    expect(await database.all(sql`select version from schema_migrations`)).toHaveLength(1);
  });

  test('doctor gives the right advice, which is not a backup', async () => {
    const database = await openEmpty(name);
    await applyEarlyEdition(database);
    const findings = await examineContent(database, {
      isDeep: true,
      now: 0,
      keyPlace: { find: () => undefined, name: 'key', isElsewhere: false },
    });
    expect(findings).toEqual([
      {
        check: 'schema',
        state: 'failed',
        messages: expect.anything(),
        finding: expect.stringMatching(
          /^the tables of the database are not those of schema version 1/,
        ),
        whatToDo: expect.stringMatching(/^keep the file; export its rows with the farmctl version/),
      },
    ]);
  });

  test('a database whose stored checksum differs is rejected, with the migration named', async () => {
    const database = await openEmpty(name);
    await migrate(database);
    await database.run(sql`update schema_migrations set checksum = 'x' where version = 9`);
    expect(await refusal(database)).toMatch(
      /created by another edition of migration 0009 \(automations\): keep the file; export/,
    );
    await database.run(sql`update schema_migrations set checksum = null where version = 9`);
    expect(await refusal(database)).toMatch(/another edition of migration 0009/);
  });

  test('indexes of an early edition of migration 13 are replaced', async () => {
    const database = await openEmpty(name);
    await applyUpTo(database, LAST_WITHOUT_CHECKSUMS);
    await database.transaction((transaction) =>
      transaction.runScript(`
        drop index tasks_by_farm_due;
        drop index tasks_by_farm_status;
        create index tasks_by_farm_status on tasks (farm_id, status, created_at, id)`),
    );
    await migrate(database);
    const catalog = {
      sqlite: sql`select sql as made from sqlite_master where name like 'tasks_by_farm_%' and type = 'index'`,
      postgres: sql`select indexdef as made from pg_indexes where indexname like 'tasks_by_farm_%'`,
    };
    const rows = await database.all<{ made: string }>(catalog[name]);
    const withOrganisation = rows.filter((index) => index.made.includes('status, org_id'));
    expect(withOrganisation).toHaveLength(2);
  });
});

test('SQLite: an early edition that was migrated to version 14 is rejected too', async () => {
  const database = await openEmpty('sqlite');
  await applyEarlyEdition(database);
  await applyUpTo(database, LAST_WITHOUT_CHECKSUMS, 2);
  expect(await refusal(database)).toMatch(EARLY);
  expect(await refusal(database)).toContain('schema version 14');
});
