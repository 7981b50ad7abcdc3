#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { version } = require('../package.json');

const program = join(__dirname, '../dist/cli/main.cjs');
const [first] = process.argv.slice(2);

if (first === '--version' || first === '-V') {
  process.stdout.on('error', ({ code, message }) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`farmctl: the output cannot be written: ${message}\n`);
    process.exitCode = 1;
  });
  process.stdout.write(`${version}\n`);
} else if (existsSync(program)) {
  const { keepCompiled } = require('./keep-compiled.js');
  keepCompiled();
  require(program).main({ version });
} else {
  process.stderr.write('farmctl: dist is missing; run: npm run build\n');
  process.exitCode = 1;
}
