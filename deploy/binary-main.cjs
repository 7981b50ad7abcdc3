// Entry point of the single executable: unpacks the program once into the user's cache folder, and
// runs it from there. Child processes of the program start the executable again with a file of the
// program, or with `-e` and a script, in place of a command.
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');
const { getRawAsset } = require('node:sea');
const { setFlagsFromString } = require('node:v8');
const { runInThisContext } = require('node:vm');
const { gunzipSync } = require('node:zlib');

/** The program that reads files of imports. */
const PROCESS = /^(\/|[A-Z]:).*[\\/]dist[\\/]cli[\\/]import-process\.cjs$/;
const HASH = Buffer.from(getRawAsset('hash')).toString('latin1');

/** The folder of the unpacked program. */
function unpack() {
  const { XDG_CACHE_HOME = '' } = process.env;
  const base = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
  try {
    if (!isAbsolute(XDG_CACHE_HOME) && !fs.existsSync(homedir())) throw new Error('no home');
    const parent = join(base, 'farmctl', 'program');
    fs.mkdirSync(parent, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.statSync(parent);
    if (uid !== process.getuid() || (mode & 0o022) !== 0) throw new Error('not private');
    const folder = join(parent, HASH);
    if (fs.existsSync(folder)) return folder;
    const draft = `${folder}.${process.pid}`;
    writeFiles(draft);
    try {
      fs.renameSync(draft, folder);
    } catch {
      // Another process was first.
      fs.rmSync(draft, { recursive: true, force: true });
    }
    return folder;
  } catch {
    // Nothing can be kept: this run has a folder of its own.
    const folder = fs.mkdtempSync(join(tmpdir(), 'farmctl-'));
    writeFiles(folder);
    process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
}

/** The payload: for each file the length of its path, its path, the length of its bytes, its bytes. */
function writeFiles(folder) {
  const bytes = gunzipSync(Buffer.from(getRawAsset('payload')));
  for (let at = 0; at < bytes.length; ) {
    const nameLength = bytes.readUInt32LE(at);
    const name = bytes.toString('utf8', at + 4, at + 4 + nameLength);
    const start = at + 8 + nameLength;
    const length = bytes.readUInt32LE(start - 4);
    const path = join(folder, name);
    fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    fs.writeFileSync(path, bytes.subarray(start, start + length), { mode: 0o600 });
    at = start + length;
  }
}

/** Runs what a child process was started for; false when the arguments are a command. */
function runChild(given) {
  const first = given.findIndex((argument) => !/^--(no-warnings|max-[\w-]+=\d+)$/.test(argument));
  const args = first < 0 ? [] : given.slice(first);
  const isScript = args[0] === '-e';
  if (!isScript && !PROCESS.test(args[0] ?? '')) return false;
  for (const flag of given.slice(0, first)) if (flag.startsWith('--max-')) setFlagsFromString(flag);
  process.argv = [process.execPath, ...args.slice(isScript ? 2 : 0)];
  const load = createRequire(isScript ? process.execPath : args[0]);
  if (isScript) runInThisContext(`(function (require) {${args[1]}\n})`)(load);
  else load(args[0]);
  return true;
}

// What follows the path of the executable, which stands in `process.argv` twice.
if (!runChild(process.argv.slice(2)))
  createRequire(join(unpack(), 'package.json'))('./bin/farmctl.js');
