import { join } from 'node:path';
import { rolldown } from 'rolldown';

const TERMINAL_WIDTH = join(import.meta.dirname, 'src/cli/output/text-layout.ts');
const WIDTH_OF_TERMINAL = 'module.exports = __terminalWidth;';

/**
 * cli-table3 with the width of texts that the rest of the program measures by: its own string-width 4
 * counts the marks of Thai and Hebrew as columns. Bundled the same for the program and for tests.
 */
export const tableLibrary = {
  name: 'table-library',
  enforce: 'pre',
  resolveId: (name) => (name === 'cli-table3' ? '\0cli-table3' : undefined),
  async load(id) {
    if (id !== '\0cli-table3') return undefined;
    const bundle = await rolldown({ input: 'cli-table3', platform: 'node', plugins: [replaced] });
    const { output } = await bundle.generate({ format: 'es', codeSplitting: false });
    await bundle.close();
    const from = JSON.stringify(TERMINAL_WIDTH);
    return `import { terminalWidth as __terminalWidth } from ${from};\n${output[0].code}`;
  },
};

/** Colours are painted by the program, so that of its two packages none is left. */
const replaced = {
  name: 'replaced',
  resolveId(name) {
    if (name === 'string-width') return '\0string-width';
    return name === '@colors/colors/safe' ? '\0colors' : undefined;
  },
  load(id) {
    if (id === '\0string-width') return WIDTH_OF_TERMINAL;
    return id === '\0colors' ? 'module.exports = {};' : undefined;
  },
};
