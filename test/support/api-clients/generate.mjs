// Generates clients from the two OpenAPI documents in a folder, in a separate process: `node
// generate.mjs <folder>`. The generators run with their default options.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const [, , folder = '.'] = process.argv;

for (const name of ['platform', 'application']) {
  const input = join(folder, `${name}.json`);
  const types = await openapiTypescript(JSON.parse(await readFile(input, 'utf8')));
  await writeFile(join(folder, `openapi-typescript-${name}.ts`), astToString(types));
  await createClient({
    input,
    output: join(folder, `hey-api-${name}`),
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  });
  await generate({
    input: { target: input },
    output: { target: join(folder, `orval-${name}.ts`), client: 'fetch', mode: 'single' },
  });
}
