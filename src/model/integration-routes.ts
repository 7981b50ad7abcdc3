import {
  integrationMappingAnswer,
  integrationMappingBody,
  integrationPollAnswer,
  integrationTestAnswer,
  integrationTestBody,
} from './answers/integrations.ts';
import type { RouteOperation } from './operation.ts';

const base = { kind: 'route', tag: 'Integrations' } as const;

/** The routes of the application about what is read from integrations. */
export const integrationRoutes = [
  {
    ...base,
    operationId: 'getIntegrationMapping',
    method: 'GET',
    path: '/os/integrations/{id}/mapping',
    scope: 'read:*',
    summary: 'How the payload of an integration becomes readings',
    description: 'Returns the mapping, or null where none is set.',
    answer: integrationMappingAnswer,
  },
  {
    ...base,
    operationId: 'setIntegrationMapping',
    method: 'PUT',
    path: '/os/integrations/{id}/mapping',
    scope: 'write:*',
    summary: 'Say how the payload of an integration becomes readings',
    description:
      'With a mapping, an endpoint of http or https is fetched every pollMinutes, and the topics of ' +
      'one of mqtt or mqtts are subscribed to. Without one nothing is read.',
    body: integrationMappingBody,
    answer: integrationMappingAnswer,
  },
  {
    ...base,
    operationId: 'testIntegration',
    method: 'POST',
    path: '/os/integrations/{id}/test',
    scope: 'write:*',
    summary: 'Show what would be stored of an integration now',
    description:
      'Applies the stored mapping, or the one in the body, to a payload. Nothing is stored.',
    body: integrationTestBody,
    answer: integrationTestAnswer,
  },
  {
    ...base,
    operationId: 'pollIntegration',
    method: 'POST',
    path: '/os/integrations/{id}/poll',
    scope: 'write:*',
    summary: 'Read an integration now',
    description:
      'Fetches the endpoint immediately instead of waiting for the next interval, and stores ' +
      'the readings.',
    answer: integrationPollAnswer,
  },
] as const satisfies readonly RouteOperation[];
