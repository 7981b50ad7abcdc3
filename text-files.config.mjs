import { readFileSync } from 'node:fs';

const TEXT = /\.(sql|css)$/;

/** Imports a `.sql` or `.css` file as its text; the same for the program and for tests. */
export const textFiles = {
  name: 'text-files',
  enforce: 'pre',
  load: (id) =>
    TEXT.test(id)
      ? { code: `export default ${JSON.stringify(readFileSync(id, 'utf8'))};`, moduleType: 'js' }
      : undefined,
};
