import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';

/** A regular expression of the source code and where it is written. */
export interface FoundPattern {
  readonly pattern: RegExp;
  readonly place: string;
}

/** The patterns of the code under a folder, and files whose patterns are built inside functions. */
export interface FoundPatterns {
  readonly patterns: readonly FoundPattern[];
  readonly unchecked: readonly string[];
}

/** Every regular expression literal, and every `new RegExp(…)` at the top level of a module. */
export async function findPatterns(folder: string): Promise<FoundPatterns> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
  const read = files.map((file) => ({ file, ...readSource(file) }));
  const literals = read.flatMap(({ file, literals }) =>
    literals.map((pattern) => ({ pattern, place: file })),
  );
  const composed = await Promise.all(
    read
      .filter(({ built }) => built > 0)
      .map(async ({ file, built }) => ({ file, built, patterns: await composedIn(file) })),
  );
  return {
    patterns: [
      ...literals,
      ...composed.flatMap(({ file, patterns }) =>
        patterns.map((pattern) => ({ pattern, place: file })),
      ),
    ],
    unchecked: composed
      .filter(({ built, patterns }) => patterns.length < built)
      .map(({ file }) => file),
  };
}

/** The literals of a file, and how many regular expressions it builds from strings. */
function readSource(file: string): {
  readonly literals: readonly RegExp[];
  readonly built: number;
} {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const literals: RegExp[] = [];
  let built = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (isLiteral(node)) literals.push(new RegExp(node.regex.pattern, node.regex.flags));
    if (isConstruction(node)) built += 1;
    for (const part of Object.values(node)) visit(part);
  };
  visit(program);
  return { literals, built };
}

function isLiteral(node: object): node is { regex: { pattern: string; flags: string } } {
  return 'regex' in node && typeof node.regex === 'object' && node.regex !== null;
}

function isConstruction(node: object): boolean {
  if (!('type' in node && 'callee' in node)) return false;
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  return isCall && (node.callee as { readonly name?: unknown }).name === 'RegExp';
}

/** Runs a module with a constructor that records its arguments. */
async function composedIn(file: string): Promise<readonly RegExp[]> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    packages: 'external',
    loader: { '.sql': 'text' },
    platform: 'node',
    format: 'cjs',
    write: false,
    logLevel: 'silent',
  });
  const recorded: RegExp[] = [];
  const recording = new Proxy(RegExp, {
    construct(target, words: [string, string?]) {
      const pattern = new target(...words);
      recorded.push(pattern);
      return pattern;
    },
  });
  const module = { exports: {} };
  const run = new Function('RegExp', 'require', 'module', 'exports', outputFiles[0]?.text ?? '');
  run(recording, createRequire(join(process.cwd(), file)), module, module.exports);
  return recorded;
}
