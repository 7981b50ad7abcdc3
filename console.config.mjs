import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const COMPRESSED = /\.(js|css|html|svg|json)$/;

/** Builds the web console into a folder, each file also compressed; resolves with the bytes of each. */
export async function buildConsole(outDir) {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'src/console'),
    // Relative, so that the console works below any path.
    base: './',
    plugins: [react()],
    logLevel: 'warn',
    build: {
      outDir: join(import.meta.dirname, outDir),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // A picture inside a style sheet would need an exception of the content security policy.
      assetsInlineLimit: 0,
    },
  });
  const files = readdirSync(outDir, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && COMPRESSED.test(file.name))
    .map((file) => compress(join(file.parentPath, file.name)));
}

function compress(path) {
  const content = readFileSync(path);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  writeFileSync(`${path}.br`, brotliCompressSync(content, options));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  return content.length;
}
