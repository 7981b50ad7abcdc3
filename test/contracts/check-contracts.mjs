/**
 * Renames fields of response schemas, one at a time and in memory, and expects the compiler to
 * report every file that computes, documents or prints the field.
 *
 *   npm run check:contracts                   the fields listed in contract-fields.json
 *   npm run check:contracts -- --census       every field: lists those whose renaming compiles
 *   npm run check:contracts -- --census 100   a sample of that many fields
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { ANSWERS, declaredFields } from './declared-fields.mjs';

const root = process.cwd();
const print = (line) => process.stdout.write(`${line}\n`);
const RENAMED = 'Renamed';

/** A service whose only change between programs is one file at a time. */
function createService() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const include = ['src', 'build.config.d.mts', '*.config.d.mts'];
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { ...config, include },
    ts.sys,
    root,
  );
  const changed = new Map();
  const texts = new Map();
  const textOf = (file) => {
    if (!texts.has(file)) texts.set(file, ts.sys.readFile(file));
    return texts.get(file);
  };
  let version = 0;
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => changed.get(file)?.version ?? '0',
    getScriptSnapshot: (file) => {
      const text = changed.get(file)?.text ?? textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ ...options, incremental: false, noEmit: true }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return {
    files: fileNames.map((file) => relative(root, file)),
    textOf: (file) => textOf(join(root, file)) ?? '',
    change(file, text) {
      version += 1;
      changed.set(join(root, file), { text, version: String(version) });
    },
    errorsOf: (file) => service.getSemanticDiagnostics(join(root, file)),
  };
}

function renamed(text, { node, name }) {
  const isOptional = ts.isStringLiteral(node) && node.text.endsWith('?');
  const quoted = `'${name}${RENAMED}${isOptional ? '?' : ''}'`;
  return text.slice(0, node.getStart()) + quoted + text.slice(node.getEnd());
}

/** What the compiler reports in each of these files with the field renamed. */
function filesWithErrors(service, field, files) {
  const text = service.textOf(field.file);
  service.change(field.file, renamed(text, field));
  const failing = files(field).filter((file) => service.errorsOf(file).length > 0);
  service.change(field.file, text);
  return failing;
}

/** The listed fields: each of the files named for it has to fail. */
function checkListed(service) {
  const listed = JSON.parse(
    readFileSync(join(import.meta.dirname, 'contract-fields.json'), 'utf8'),
  );
  const fields = declaredFields(service.textOf);
  const silent = Object.entries(listed).flatMap(([path, expected]) => {
    const field = fields.find((one) => one.path === path);
    if (!field) return [`${path}: no schema declares this field`];
    const failing = filesWithErrors(service, field, () => expected);
    return expected
      .filter((file) => !failing.includes(file))
      .map((file) => `${path}: ${file} compiles although the field is renamed`);
  });
  for (const line of silent) print(line);
  const count = Object.keys(listed).length;
  print(`${count} fields renamed one at a time, ${silent.length} silent uses`);
  process.exitCode = silent.length === 0 ? 0 : 1;
}

/** Which fields can be renamed without an error in any file that computes or prints answers. */
function takeCensus(service, size) {
  const fields = declaredFields(service.textOf);
  const every = Number.isFinite(size) && size > 0 ? Math.max(1, fields.length / size) : 1;
  const sample = fields.filter((_, index) => Math.floor(index % every) === 0);
  const users = service.files.filter((file) => !file.startsWith(ANSWERS));
  let caught = 0;
  for (const field of sample) {
    const word = new RegExp(`\\b${field.name}\\b`);
    const importing = field.file.slice('src/model/'.length);
    const using = users.filter((file) => {
      const userText = service.textOf(file);
      return word.test(userText) || userText.includes(importing);
    });
    const text = service.textOf(field.file);
    service.change(field.file, renamed(text, field));
    const isCaught = using.some((file) => service.errorsOf(file).length > 0);
    service.change(field.file, text);
    if (isCaught) caught += 1;
    else print(`silent: ${field.file} ${field.path}`);
  }
  const percent = ((100 * caught) / sample.length).toFixed(1);
  print(`${caught} of ${sample.length} renamed fields (${percent} %) fail outside ${ANSWERS}`);
}

const [mode, size] = process.argv.slice(2);
const service = createService();
if (mode === '--census') takeCensus(service, Number(size));
else checkListed(service);
