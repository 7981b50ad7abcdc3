import type { ServiceRoute } from '../api/operation.ts';

const open = { kind: 'service', method: 'GET', credential: 'none' } as const;
const control = { kind: 'service', scope: 'admin:*', needs: 'mock' } as const;
const snapshot = { ...control, path: '/os/mock/snapshot', needs: 'snapshots' } as const;

/** Path prefixes, without the leading slash, that the service handles instead of the console. */
export const servicePaths = /^(v1|acknowledge|docs|livez|readyz|metrics|assets)(\/|$)/;

/** Routes for operators and documentation, and the controls of mock servers. */
export const serviceRoutes = [
  { ...open, operationId: 'isAlive', basePath: '', path: '/livez' },
  { ...open, operationId: 'isReady', basePath: '', path: '/readyz' },
  { ...open, operationId: 'readMetrics', basePath: '', path: '/metrics' },
  { ...open, operationId: 'showAcknowledgement', basePath: '', path: '/acknowledge/{token}' },
  {
    ...open,
    operationId: 'acknowledgeByLink',
    method: 'POST',
    basePath: '',
    path: '/acknowledge/{token}',
  },
  { ...open, operationId: 'readReferencePage', basePath: '', path: '/docs' },
  { ...open, operationId: 'readPlatformDocument', path: '/openapi.json' },
  { ...open, operationId: 'readApplicationDocument', path: '/os/openapi.json' },
  { ...open, operationId: 'readCapabilities', path: '/capabilities' },
  { kind: 'service', operationId: 'readResources', method: 'GET', path: '/resources' },
  { ...control, operationId: 'readMockClock', method: 'GET', path: '/os/mock/clock' },
  { ...control, operationId: 'moveMockClock', method: 'PUT', path: '/os/mock/clock' },
  { ...control, operationId: 'listMockFaults', method: 'GET', path: '/os/mock/faults' },
  { ...control, operationId: 'addMockFault', method: 'POST', path: '/os/mock/faults' },
  { ...control, operationId: 'clearMockFaults', method: 'DELETE', path: '/os/mock/faults' },
  { ...snapshot, operationId: 'saveMockSnapshot', method: 'GET' },
  { ...snapshot, operationId: 'loadMockSnapshot', method: 'PUT' },
] as const satisfies readonly ServiceRoute[];
