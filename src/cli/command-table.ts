import type { Command } from 'commander';
import type { ResourceDefinition } from '../model/core/resource.ts';
import type { CommandContext } from './session/context.ts';

/** Declares a command, with its subcommands, on its parent. */
export type AddCommand = (parent: Command, context: CommandContext) => void;

/** A top-level command. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Heading of its group in the top-level help. */
  readonly group: string;
  /** With the verb from the command line, the loader may skip commands that are not needed. */
  readonly load: (verb?: string) => Promise<AddCommand>;
}

/** The hand-written commands; the 32 resources are generated from the model. */
const commandTable: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'Set up farmctl on this machine',
    group: 'Start',
    load: async () => (await import('./commands/setup/init.ts')).addInit,
  },
  {
    name: 'demo',
    summary: 'Try farmctl on a generated farm',
    group: 'Start',
    load: async () => (await import('./commands/mock/demo.ts')).addDemo,
  },
  {
    name: 'serve',
    summary: 'Run the service on this machine',
    group: 'Start',
    load: async () => (await import('./commands/serve/serve.ts')).addServe,
  },
  {
    name: 'backup',
    summary: 'Back up the database, even while a server is using it',
    group: 'Start',
    load: async () => (await import('./commands/database/database.ts')).addBackup,
  },
  {
    name: 'restore',
    summary: 'Restore the database from a backup',
    group: 'Start',
    load: async () => (await import('./commands/database/database.ts')).addRestore,
  },
  {
    name: 'doctor',
    summary: 'Check configuration, server, database and backups',
    group: 'Start',
    load: async () => (await import('./commands/database/database.ts')).addDoctor,
  },
  {
    name: 'digest',
    summary: 'Show the morning briefing of the farm',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addDigest,
  },
  {
    name: 'dashboard',
    summary: 'Show an overview of the farm: key figures, actions, barns',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addDashboard,
  },
  {
    name: 'weekly-summary',
    summary: 'Compare the week of the farm with the week before',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addWeeklySummary,
  },
  {
    name: 'context',
    summary: 'Show the whole farm on one page',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addContext,
  },
  {
    name: 'insights',
    summary: 'Analyse the farm: health, profit, feed, risks and more',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addInsights,
  },
  {
    name: 'risk',
    summary: 'Show the risk score by day',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addRisk,
  },
  {
    name: 'chart',
    summary: 'Draw growth, mortality, feed, laying or climate over time',
    group: 'Farm overview',
    load: async () => (await import('./commands/chart.ts')).addChart,
  },
  {
    name: 'gaps',
    summary: 'List missing data, each with the command that adds it',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addGaps,
  },
  {
    name: 'portfolio',
    summary: 'Show all farms with their key figures',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addPortfolio,
  },
  {
    name: 'activity',
    summary: 'Show the activity of the farm by day',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addActivity,
  },
  {
    name: 'search',
    summary: 'Search all records of all farms',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addSearch,
  },
  {
    name: 'setup',
    summary: 'Show the setup progress of the farm, and the next step',
    group: 'Farm overview',
    load: async () => (await import('./commands/farm-pages.ts')).addSetup,
  },
  {
    name: 'brain',
    summary: 'Scan farms for problems now',
    group: 'Farm overview',
    load: async () => (await import('./commands/assistant/assistant.ts')).addBrain,
  },
  {
    name: 'cameras',
    summary: 'Show camera status, register cameras, rotate their tokens',
    group: 'Cameras',
    load: async () => (await import('./commands/devices/cameras.ts')).addCameras,
  },
  {
    name: 'vision',
    summary: 'Push camera events, and simulate cameras',
    group: 'Cameras',
    load: async () => (await import('./commands/vision/vision.ts')).addVision,
  },
  {
    name: 'ask',
    summary: 'Ask about the farm in plain language',
    group: 'Actions and assistants',
    load: async () => (await import('./commands/assistant/assistant.ts')).addAsk,
  },
  {
    name: 'chat',
    summary: 'Start an interactive question session',
    group: 'Actions and assistants',
    load: async () => (await import('./commands/assistant/assistant.ts')).addChat,
  },
  {
    name: 'mcp',
    summary: 'Serve the farm to assistants over the Model Context Protocol',
    group: 'Actions and assistants',
    load: async () => (await import('./commands/assistant/assistant.ts')).addMcp,
  },
  {
    name: 'act',
    summary: 'Run an undoable action',
    group: 'Actions and assistants',
    load: async () => (await import('./commands/actions.ts')).addAct,
  },
  {
    name: 'undo',
    summary: 'Undo an action',
    group: 'Actions and assistants',
    load: async () => (await import('./commands/actions.ts')).addUndo,
  },
  {
    name: 'case-files',
    summary: 'Seal, show and verify case files of closed flocks',
    group: 'Actions and assistants',
    load: async () => (await import('./commands/case-files.ts')).addCaseFiles,
  },
  {
    name: 'auth',
    summary: 'Store, check and remove the API key of a profile',
    group: 'Access and configuration',
    load: async () => (await import('./commands/setup/auth.ts')).addAuth,
  },
  {
    name: 'profile',
    summary: 'List, choose and remove profiles',
    group: 'Access and configuration',
    load: async () => (await import('./commands/setup/config.ts')).addProfile,
  },
  {
    name: 'config',
    summary: 'Read and change the configuration',
    group: 'Access and configuration',
    load: async () => (await import('./commands/setup/config.ts')).addConfig,
  },
  {
    name: 'console',
    summary: 'Print a sign-in link to the web console',
    group: 'Access and configuration',
    load: async () => (await import('./commands/organisation/sign-in-link.ts')).addConsole,
  },
  {
    name: 'keys',
    summary: 'Create, list, change and revoke API keys',
    group: 'Access and configuration',
    load: async () => (await import('./commands/organisation/keys.ts')).addKeys,
  },
  {
    name: 'sessions',
    summary: 'List and end sessions of users',
    group: 'Access and configuration',
    load: async () => (await import('./commands/organisation/user-access.ts')).addSessions,
  },
  {
    name: 'webhook',
    summary: 'Manage webhooks, and test their receivers',
    group: 'Access and configuration',
    load: async () => (await import('./commands/webhooks/webhook.ts')).addWebhook,
  },
  {
    name: 'notices',
    summary: 'Show messages to users, manage channels, test and simulate',
    group: 'Access and configuration',
    load: async () => (await import('./commands/notices/notices.ts')).addNotices,
  },
  {
    name: 'duties',
    summary: 'Show and change who is on call on a farm',
    group: 'Access and configuration',
    load: async () => (await import('./commands/notices/duties.ts')).addDuties,
  },
  {
    name: 'settings',
    summary: 'Read and change the settings of the organisation',
    group: 'Access and configuration',
    load: async () => (await import('./commands/organisation/organisation.ts')).addSettings,
  },
  {
    name: 'people',
    summary: 'Export or erase the personal data of a user or contact',
    group: 'Access and configuration',
    load: async () => (await import('./commands/organisation/organisation.ts')).addPeople,
  },
  {
    name: 'history',
    summary: 'Show the change history of a row',
    group: 'Access and configuration',
    load: async () => (await import('./commands/farm-pages.ts')).addHistory,
  },
  {
    name: 'audit',
    summary: 'Read and verify the audit log',
    group: 'Access and configuration',
    load: async () => (await import('./commands/organisation/audit.ts')).addAudit,
  },
  {
    name: 'me',
    summary: 'Show the key in use, its permissions and its farms',
    group: 'The API',
    load: async () => (await import('./commands/organisation/organisation.ts')).addMe,
  },
  {
    name: 'resources',
    summary: 'List the resources with their fields and filters',
    group: 'The API',
    load: async () => (await import('./commands/api/api.ts')).addResources,
  },
  {
    name: 'capabilities',
    summary: 'Print the capabilities of the service as one document',
    group: 'The API',
    load: async () => (await import('./commands/api/api.ts')).addCapabilities,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI description',
    group: 'The API',
    load: async () => (await import('./commands/api/api.ts')).addOpenapi,
  },
  {
    name: 'api',
    summary: 'Send any request to the API',
    group: 'The API',
    load: async () => (await import('./commands/api/api.ts')).addApi,
  },
  {
    name: 'batch',
    summary: 'Run several operations in one transaction',
    group: 'The API',
    load: async () => (await import('./commands/api/api.ts')).addBatch,
  },
  {
    name: 'fixtures',
    summary: 'Create rows from a fixture file, and remove them again',
    group: 'The API',
    load: async () => (await import('./commands/fixtures/fixtures.ts')).addFixtures,
  },
  {
    name: 'os',
    summary: "Read a screen of the service's own application",
    group: 'The API',
    load: async () => (await import('./commands/api/api.ts')).addOs,
  },
  {
    name: 'clock',
    summary: 'Read and move the clock of a mock server',
    group: 'Mock servers',
    load: async () => (await import('./commands/mock/mock.ts')).addClock,
  },
  {
    name: 'fault',
    summary: 'Inject faults into a mock server',
    group: 'Mock servers',
    load: async () => (await import('./commands/mock/mock.ts')).addFault,
  },
  {
    name: 'snapshot',
    summary: 'Save and load the state of a mock server',
    group: 'Mock servers',
    load: async () => (await import('./commands/mock/mock.ts')).addSnapshot,
  },
  {
    name: 'completion',
    summary: 'Print the completion script of bash, zsh or fish',
    group: 'The API',
    load: async () => (await import('./commands/help.ts')).addCompletion,
  },
  {
    name: 'help',
    summary: 'Explain flags, dates, breeds, formats, variables and exit codes',
    group: 'The API',
    load: async () => (await import('./commands/help.ts')).helpTopicsAdder(listCommands),
  },
];

/** The command of that name; undefined when there is none. */
export async function findCommand(name: string): Promise<CommandEntry | undefined> {
  const written = commandTable.find((entry) => entry.name === name);
  if (written) return written;
  const { isResourceName, resources } = await import('../model/resources/registry.ts');
  return isResourceName(name) ? resourceEntry(resources[name]) : undefined;
}

/** All top-level commands, in help order. */
export async function listCommands(): Promise<readonly CommandEntry[]> {
  const { resources } = await import('../model/resources/registry.ts');
  return [...commandTable, ...Object.values(resources).map(resourceEntry)];
}

function resourceEntry(definition: ResourceDefinition): CommandEntry {
  return {
    name: definition.name,
    summary: definition.summary,
    group: `Resources: ${definition.group}`,
    load: async (verb) => {
      const { addResource } = await import('./commands/resource/resource.ts');
      const { loadResourceCommands } = await import('./commands/resource-commands.ts');
      const ownCommands = await loadResourceCommands(definition.name);
      return (parent, context) => {
        const noun = addResource(parent, context, definition, verb);
        for (const add of ownCommands) add(noun, context);
      };
    },
  };
}
