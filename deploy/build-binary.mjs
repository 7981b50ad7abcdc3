// Builds the single executable of this platform: npm run build:binary. Needs `npm run build` before.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const POSTJECT = 'postject@1.0.0-alpha.6';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const TARGET = join('dist-binary', 'farmctl');
const OF_PLATFORM = `${process.platform}-${process.arch}`;

/** Files that no run needs, and binaries of other platforms. */
function isLeftOut(path) {
  if (/\.(md|map|d\.[cm]?ts|ts|mts|cts|c|cc|h|gyp)$/i.test(path)) return true;
  if (/^(docs|examples|completions|man|deploy)\//.test(path)) return true;
  const [, platform] = /\/prebuilds\/([^/]+)\//.exec(path) ?? [];
  return platform !== undefined && platform !== OF_PLATFORM;
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !isLeftOut(name) && statSync(join(folder, name)).isFile())
    .toSorted();
}

function packFiles(folder, names) {
  const parts = names.flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    return [lengthOf(Buffer.from(name)), Buffer.from(name), lengthOf(bytes), bytes];
  });
  return gzipSync(Buffer.concat(parts), { level: 9 });
}

function lengthOf(bytes) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return length;
}

const run = (program, argv, cwd) =>
  execFileSync(program, argv, { cwd, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

const work = mkdtempSync(join(tmpdir(), 'farmctl-binary-'));
try {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work]));
  writeFileSync(join(work, 'package.json'), '{"private":true}');
  run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', `./${packed.filename}`], work);
  // The package with its dependencies beside it, as an installation has them.
  const modules = join(work, 'node_modules');
  const program = join(modules, 'farmctl');
  const inside = filesOf(program).map((name) => [name, join(program, name)]);
  const beside = filesOf(modules)
    .filter((name) => !name.startsWith('farmctl/') && !name.startsWith('.'))
    .map((name) => [`node_modules/${name}`, join(modules, name)]);
  const stage = join(work, 'stage');
  for (const [name, from] of [...inside, ...beside]) {
    const to = join(stage, name);
    mkdirSync(join(to, '..'), { recursive: true });
    copyFileSync(from, to);
  }
  const payload = packFiles(stage, filesOf(stage).map((name) => relative('.', name)));
  writeFileSync(join(work, 'payload'), payload);
  writeFileSync(join(work, 'hash'), createHash('sha256').update(payload).digest('hex').slice(0, 16));
  const config = {
    main: join(process.cwd(), 'deploy/binary-main.cjs'),
    output: join(work, 'sea.blob'),
    disableExperimentalSEAWarning: true,
    assets: { payload: join(work, 'payload'), hash: join(work, 'hash') },
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  run(process.execPath, ['--experimental-sea-config', join(work, 'sea.json')]);
  mkdirSync('dist-binary', { recursive: true });
  rmSync(TARGET, { force: true });
  copyFileSync(process.execPath, TARGET);
  chmodSync(TARGET, 0o755);
  run('npx', ['--yes', POSTJECT, TARGET, 'NODE_SEA_BLOB', config.output, '--sentinel-fuse', FUSE]);
  const megabytes = (path) => Math.round(statSync(path).size / 1024 / 1024);
  process.stdout.write(`${TARGET}: ${megabytes(TARGET)} MB, of which ${megabytes(join(work, 'payload'))} MB are the program\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
