import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ConsoleStage } from '../support/console-stage.ts';
import { startChildServer } from '../support/reliability/child-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The screen of backups, of a service whose database is on the disk. */
export function describeBackups(stage: ConsoleStage): void {
  test('a backup is created, downloaded unchanged, and listed', async () => {
    const server = await startChildServer({ argv: ['--data', await temporaryFolder()] });
    onTestFinished(async () => {
      await server.end('SIGKILL');
    });
    const { page, faults } = await stage.openUrl(`${server.baseUrl}/backups`, {
      locale: 'en',
      extraHTTPHeaders: { authorization: `Bearer ${server.key}` },
    });
    const lastDownload = page.locator('dt', { hasText: 'Last download' }).locator('+ dd');
    await expect.poll(() => lastDownload.innerText()).toBe('unknown');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Back up and download' }).click(),
    ]);
    const file = await readFile(await download.path());
    expect(file.toString('latin1', 0, 15)).toBe('SQLite format 3');
    const name = download.suggestedFilename();
    const text = `\u2066${name}\u2069 was downloaded. It arrived as the server sent it.`;
    await page.getByText(text).waitFor();
    await expect.poll(() => lastDownload.innerText()).not.toBe('unknown');
    expect(faults).toEqual([]);
    await page.context().close();
  });
}
