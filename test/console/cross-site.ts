import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleStage } from '../support/console-stage.ts';

/** The origins of the attacker; the cookie is sent to the same site, whatever its port. */
const ATTACKERS = [
  { site: 'the same site, another port', host: '127.0.0.1', isCookieSent: true },
  { site: 'another site', host: 'localhost', isCookieSent: false },
] as const;
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CREATED = 'Made by another origin';

/** The part of a response readable by a page of another origin. */
interface Seen {
  readonly readable: string;
}

/** Requests with the cookie that a page of another origin sends by a signed-in browser. */
export function describeCrossSite(stage: ConsoleStage): void {
  describe('a page of another origin', () => {
    let server: Server;
    beforeAll(async () => {
      server = createServer((_, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(PAGE);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    test.each(ATTACKERS)(
      'on $site can neither change nor read data by any method',
      async (attacker) => {
        const { port } = server.address() as AddressInfo;
        const storageState = await stage.signIn();
        const { page } = await stage.openUrl(`http://${attacker.host}:${port}/`, { storageState });
        const cookies: boolean[] = [];
        page.on('request', (request) => {
          void request.allHeaders().then(
            (headers) => cookies.push('cookie' in headers),
            () => {},
          );
        });
        const before = await stateOf(stage);
        const seen = [
          ...(await sendByFetch(page, stage.baseUrl())),
          ...(await sendByForm(page, stage.baseUrl())),
        ];
        expect(new Set(seen.map(({ readable }) => readable))).toEqual(new Set(['']));
        expect(await stateOf(stage)).toEqual(before);
        await expect.poll(() => cookies.includes(true)).toBe(attacker.isCookieSent);
        // It has also neither signed the browser out, nor in as somebody else.
        await page.goto(`${stage.baseUrl()}/`);
        await page.locator('dl').first().waitFor();
        expect(await page.context().cookies()).toEqual(storageState.cookies);
        await page.context().close();
      },
    );
  });
}

/** The rows that the requests would change. */
async function stateOf({ listOf }: ConsoleStage): Promise<unknown> {
  const { data } = await listOf(`/tasks?q=${encodeURIComponent(CREATED)}`);
  const keys = await listOf('/os/keys?limit=200');
  const sessions = await listOf('/os/sessions');
  return [data, keys.data.filter(({ name }) => name === CREATED), sessions.data.length];
}

/**
 * Requests of every method with the cookie, including those that browsers send without a preflight.
 */
async function sendByFetch(page: Page, baseUrl: string): Promise<readonly Seen[]> {
  const api = `${baseUrl}/v1/platform`;
  const content = JSON.stringify({ title: CREATED, name: CREATED });
  const seen = await Promise.all(
    PATHS.flatMap((path) =>
      VARIANTS.map((variant) => {
        const body = variant.type === undefined ? {} : { body: content };
        return sendFrom(page, `${api}${path}`, { ...variant, ...body });
      }),
    ),
  );
  return seen;
}

interface Variant {
  readonly method: string;
  readonly mode: 'cors' | 'no-cors';
  /** Type of the body; undefined without one. */
  readonly type?: string;
}

const PATHS = ['/tasks', '/os/keys', '/os/session', '/os/events/stream'];
const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'application/json'];
const VARIANTS: readonly Variant[] = METHODS.flatMap((method) =>
  (['cors', 'no-cors'] as const).flatMap((mode) =>
    ['GET', 'HEAD'].includes(method)
      ? [{ method, mode }]
      : TYPES.map((type) => ({ method, mode, type })),
  ),
);

async function sendFrom(
  page: Page,
  url: string,
  request: Variant & { readonly body?: string },
): Promise<Seen> {
  const readable = await page.evaluate(
    ([address, { method, mode, type, body }]) =>
      fetch(address, {
        method,
        mode,
        credentials: 'include',
        headers: type === undefined ? {} : { 'content-type': type },
        ...(body === undefined ? {} : { body }),
      }).then(
        (response) => response.text(),
        () => '',
      ),
    [url, request] as const,
  );
  return { readable };
}

/** Forms, frames, images and scripts, which send the cookie without asking. */
async function sendByForm(page: Page, baseUrl: string): Promise<readonly Seen[]> {
  const args = JSON.stringify([`${baseUrl}/v1/platform`, CREATED]);
  return [{ readable: await page.evaluate<string>(`sendForms(...${args})`) }];
}

/** The page of the attacker. */
const PAGE = `<!doctype html><title>Other</title><iframe name="frame"></iframe><script>
async function sendForms(api, title) {
  const frame = document.querySelector('iframe');
  const loaded = (element) => new Promise((resolve) => {
    element.addEventListener('load', resolve, { once: true });
    element.addEventListener('error', resolve, { once: true });
    setTimeout(resolve, 3000);
  });
  for (const method of ['get', 'post']) {
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded']) {
      for (const path of ['/tasks', '/os/session', '/os/session/link']) {
        const form = document.createElement('form');
        Object.assign(form, { method, enctype, action: api + path, target: 'frame' });
        const input = document.createElement('input');
        // As text/plain this is JSON.
        input.name = '{"title":"' + title + '","token":"';
        input.value = '"}';
        form.append(input);
        document.body.append(form);
        const isOver = loaded(frame);
        form.submit();
        await isOver;
      }
    }
  }
  for (const tag of ['img', 'script']) {
    const element = document.createElement(tag);
    const isOver = loaded(element);
    element.src = api + '/tasks';
    document.body.append(element);
    await isOver;
  }
  return frame.contentDocument ? frame.contentDocument.body.innerText : '';
}
</script>`;
