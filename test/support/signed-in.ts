import { create } from './farm.ts';
import type { TestAnswer, TestRequest, TestService } from './service.ts';

/** Headers of a request from a page of the service. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' } as const;

/** A user with a session. */
export interface SignedInUser {
  readonly id: string;
  /** The `Cookie` header of the session. */
  readonly cookie: string;
  /** Sends a request with the cookie, like a page of the service. */
  send(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
}

/** The role of a user: on farms or, without `farmIds`, in the whole organisation. */
export interface TestGrant {
  readonly role: string;
  readonly farmIds?: readonly string[];
  readonly expiresAt?: string;
}

/** Creates a user with roles, not signed in. */
export async function createUser(
  service: TestService,
  name: string,
  grants: readonly TestGrant[],
  key = service.admin,
): Promise<string> {
  const { id } = await create(service, 'users', { name, role: 'viewer' }, { key });
  for (const grant of grants) {
    const answer = await service.send('PUT', `/os/users/${id}/access`, { key, body: grant });
    if (answer.status !== 200) throw new Error(answer.text);
  }
  return id as string;
}

/** Creates a one-time link for a user, with the request of the page. */
export async function createLink(service: TestService, userId: string, key = service.admin) {
  const answer = await service.send('POST', `/os/users/${userId}/invite`, { key });
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body.path as string).slice('/sign-in#'.length);
}

let callers = 0;

/** Opens a link like a page of the service, each time from another address. */
export function openLink(
  service: TestService,
  token: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestAnswer> {
  callers += 1;
  const address = `198.51.${100 + Math.floor(callers / 250)}.${callers % 250}`;
  return service.send('POST', '/os/session/link', {
    key: undefined,
    body: { token },
    headers: { ...fromOwnPage, 'x-forwarded-for': address, ...headers },
  });
}

/** The cookie set by a response, as the browser returns it. */
export function cookieOf({ headers }: TestAnswer): string {
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}

/** Creates a user with roles and signs the user in. */
export async function signIn(
  service: TestService,
  name: string,
  grants: readonly TestGrant[],
): Promise<SignedInUser> {
  return signInUser(service, await createUser(service, name, grants));
}

/** Signs a user in by a new link. */
export async function signInUser(service: TestService, id: string): Promise<SignedInUser> {
  const opened = await openLink(service, await createLink(service, id));
  if (opened.status !== 200) throw new Error(opened.text);
  const cookie = cookieOf(opened);
  return {
    id,
    cookie,
    send: (method, path, request = {}) =>
      service.send(method, path, {
        key: undefined,
        ...request,
        headers: { ...fromOwnPage, cookie, ...request.headers },
      }),
  };
}
