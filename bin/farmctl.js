#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const program = new URL('../dist/cli/main.js', import.meta.url);
const [first] = process.argv.slice(2);

if (first === '--version' || first === '-V') {
  process.stdout.write(`${version}\n`);
} else if (existsSync(program)) {
  // Node 20 has no compile cache; later versions start in half the time with it.
  module.enableCompileCache?.();
  const { main } = await import(program.href);
  await main({ version });
} else {
  process.stderr.write('farmctl: dist is missing; run: npm run build\n');
  process.exitCode = 1;
}
