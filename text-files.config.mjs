import { readFileSync } from 'node:fs';

/** Imports a `.sql` file as its text; the same for the program and for tests. */
export const textFiles = {
  name: 'text-files',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('.sql')
      ? { code: `export default ${JSON.stringify(readFileSync(id, 'utf8'))};`, moduleType: 'js' }
      : undefined,
};
