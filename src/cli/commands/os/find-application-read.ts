import { applicationRoutes } from '../../../model/application-routes.ts';
import type { RouteOperation } from '../../../model/operation.ts';

/** The read of the application at a path such as `keys/key_1`; undefined where there is none. */
export function findApplicationRead(path: string): RouteOperation | undefined {
  const asked = path.split('/');
  const routes: readonly RouteOperation[] = applicationRoutes;
  return routes.find(({ method, path: template }) => {
    const parts = template.split('/').slice(2);
    return (
      method === 'GET' &&
      parts.length === asked.length &&
      parts.every((part, index) => part.startsWith('{') || part === asked[index])
    );
  });
}
