const fs = require('node:fs');
const { createRequire, enableCompileCache, wrap } = require('node:module');
const { homedir } = require('node:os');
const { basename, dirname, isAbsolute, join } = require('node:path');
const { Script } = require('node:vm');

/** The parts of the program that most commands load, and those of a server; others are too small. */
const KEPT =
  /[\\/]dist[\\/]cli[\\/]chunks[\\/](start|resource|request|compose-service|create-runtime)-[\w-]{8}\.cjs$/;
/** So many commands add what they had to compile themselves; those after them only read. */
const LEARNING_RUNS = 8;
const TRAILER_BYTES = 8;

/** Keeps the compiled program from one command to the next: compiling is half of a start. */
function keepCompiled() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE === '1') return;
  const folder = privateFolder();
  if (folder === undefined) return;
  if (enableCompileCache) enableCompileCache(folder);
  else keepChunks(folder);
}

/**
 * The folder of what is kept; undefined where others could put something there, since what lies in
 * it is run. Node by itself would take one in the temporary folder that all users share.
 */
function privateFolder() {
  const { XDG_CACHE_HOME = '' } = process.env;
  const isNamed = isAbsolute(XDG_CACHE_HOME);
  const home = homedir();
  const folder = join(isNamed ? XDG_CACHE_HOME : join(home, '.cache'), 'farmctl', 'compiled');
  try {
    if (!isNamed && !fs.existsSync(home)) return undefined;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isPrivate(fs.statSync(folder)) ? folder : undefined;
  } catch {
    // Where nothing can be kept, every command compiles anew.
    return undefined;
  }
}

/** Windows has no such access rights: there the folder is as private as the profile it is in. */
function isPrivate({ uid, mode }) {
  if (process.platform === 'win32') return true;
  return uid === process.getuid() && (mode & 0o022) === 0;
}

/** What later versions of Node do by themselves, for Node 20. */
function keepChunks(folder) {
  const load = require.extensions['.js'];
  require.extensions['.cjs'] = (chunk, path) => {
    if (KEPT.test(path)) loadKept(chunk, path, folder);
    else load(chunk, path);
  };
}

function loadKept(chunk, path, folder) {
  const name = basename(path);
  const place = join(folder, name.replace(/-[\w-]{8}\.cjs$/, `-${process.version}`));
  const { data, runs } = readKept(place, name);
  // The build writes nothing but ASCII, which is read fastest so.
  const source = wrap(fs.readFileSync(path, 'latin1'));
  const script = new Script(source, { filename: path, cachedData: data });
  // V8 refuses what another version of it has made, or the same with other flags.
  const learned = script.cachedDataRejected ? 0 : runs;
  if (learned < LEARNING_RUNS) {
    // Only at the end is everything compiled that the command needs.
    process.once('exit', () =>
      writeKept(place, name, { data: script.createCachedData(), runs: learned + 1 }),
    );
  }
  const run = script.runInThisContext();
  run.call(chunk.exports, chunk.exports, createRequire(path), chunk, path, dirname(path));
}

/** Without data where nothing is kept, where it is of another build, and where it was damaged. */
function readKept(place, name) {
  try {
    const file = fs.readFileSync(place);
    const data = file.subarray(0, -TRAILER_BYTES);
    const runs = file.readUInt32LE(data.length);
    const seal = file.readUInt32LE(data.length + 4);
    return seal === sealOf(name, { data, runs }) ? { data, runs } : { runs: 0 };
  } catch {
    return { runs: 0 };
  }
}

function writeKept(place, name, kept) {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(kept.runs, 0);
  trailer.writeUInt32LE(sealOf(name, kept), 4);
  const draft = `${place}.${process.pid}`;
  try {
    fs.writeFileSync(draft, Buffer.concat([kept.data, trailer]), { mode: 0o600 });
    fs.renameSync(draft, place);
  } catch {
    // The command is done; the next one compiles anew.
  }
}

/** V8 runs damaged data without a look at it. The name of a chunk stands for its content. */
function sealOf(name, { data, runs }) {
  const { crc32 } = require('node:zlib');
  return crc32(data, crc32(`${name} ${runs}`));
}

module.exports = { keepCompiled };
