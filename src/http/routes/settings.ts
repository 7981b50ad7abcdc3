import type { FastifyInstance } from 'fastify';
import { changeSettings, readSettings } from '../../platform/settings/manage-settings.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { readRoute, writeRoute } from './run-call.ts';

const SETTINGS = '/v1/platform/os/settings';

/** Registers what an organisation settles for all its farms. */
export function addSettingsRoutes(app: FastifyInstance, edge: Edge): void {
  app.get(
    SETTINGS,
    readRoute(edge, (call) => readSettings(edge.runtime, call)),
  );
  app.patch(
    SETTINGS,
    writeRoute(edge, (transaction, call, request) =>
      changeSettings(transaction, { call, body: () => bodyOf(request) }),
    ),
  );
}
