import type { FastifyInstance } from 'fastify';
import {
  type RouteId,
  refusedRoutes,
  routeTable,
  type ServiceRouteId,
} from '../../model/routes/route-table.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import type { AppOptions } from '../core/mock-mode.ts';
import type { Route, RouteHandler } from '../core/router.ts';
import { actionHandlers } from './actions.ts';
import { administrationHandlers, backupHandlers, keyHandlers } from './administration.ts';
import { cameraHandlers, integrationHandlers } from './devices.ts';
import { eventStreamHandlers, webhookHandlers } from './events.ts';
import { importHandlers } from './import.ts';
import { intelligenceHandlers, screenHandlers } from './intelligence.ts';
import { mediaHandlers } from './media.ts';
import { mockHandlers, snapshotHandlers } from './mock-controls.ts';
import { acknowledgeHandlers, noticeHandlers } from './notices.ts';
import { recordHandler, transferHandlers } from './records.ts';
import { documentHandlers, healthHandlers } from './service.ts';
import { signInHandlers } from './sign-in.ts';

/** Binds every declaration of the route table that this server has to its handler. */
export function bindRoutes(
  app: FastifyInstance,
  deps: AppDependencies,
  options: AppOptions,
): readonly Route[] {
  // The compiler refuses an operation without a handler.
  const handlers: Readonly<Record<RouteId, RouteHandler>> = {
    ...intelligenceHandlers(deps),
    ...screenHandlers(deps),
    ...actionHandlers(deps),
    ...keyHandlers(deps),
    ...administrationHandlers(deps),
    ...backupHandlers(deps),
    ...webhookHandlers(deps),
    ...eventStreamHandlers(deps, app),
    ...cameraHandlers(deps),
    ...integrationHandlers(deps),
    ...mediaHandlers(deps),
    ...transferHandlers(deps),
    ...importHandlers(deps, app),
    ...signInHandlers(deps, options),
    ...noticeHandlers(deps),
  };
  const byId: Readonly<Partial<Record<string, RouteHandler>>> = {
    ...handlers,
    ...serviceHandlers(deps, options),
  };
  return [...routeTable, ...refusedRoutes].flatMap((operation) => {
    const handler =
      operation.kind === 'resource' ? recordHandler(deps, operation) : byId[operation.operationId];
    return handler ? [{ operation, handler }] : [];
  });
}

/** The routes that only mock servers have. */
type MockRouteId =
  | keyof ReturnType<typeof mockHandlers>
  | keyof ReturnType<typeof snapshotHandlers>;

type ServiceHandlers = Readonly<Record<Exclude<ServiceRouteId, MockRouteId>, RouteHandler>> &
  Readonly<Partial<Record<MockRouteId, RouteHandler>>>;

function serviceHandlers(deps: AppDependencies, options: AppOptions): ServiceHandlers {
  const { mock } = options;
  return {
    ...healthHandlers(deps, options),
    ...documentHandlers(deps, options),
    ...acknowledgeHandlers(deps),
    ...(mock ? mockHandlers(deps, mock) : {}),
    ...(mock?.snapshots ? snapshotHandlers(deps, mock.snapshots) : {}),
  };
}
