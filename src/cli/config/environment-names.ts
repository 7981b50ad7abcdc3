import { limits } from '../../model/limits.ts';
import { settingDefinitions, settingNames } from './setting-definitions.ts';

/** A variable of the environment that farmctl reads. */
export interface EnvironmentName {
  readonly name: string;
  readonly meaning: string;
}

/** Every variable that is read, as `farmctl help environment` lists them. */
export const environmentNames: readonly EnvironmentName[] = [
  { name: 'FARMCTL_PROFILE', meaning: 'The profile to use' },
  { name: 'FARMCTL_CONFIG', meaning: 'Path of the configuration file' },
  ...settingNames.flatMap((setting) => {
    const { environment: name, meaning } = settingDefinitions[setting];
    return name === undefined ? [] : [{ name, meaning }];
  }),
  {
    name: 'FARMCTL_DATABASE',
    meaning:
      'Address of the PostgreSQL database of serve, backup, restore and doctor; may hold a password',
  },
  {
    name: 'FARMCTL_SECRET_KEY',
    meaning:
      'Key under which serve keeps secrets in the database, 32 bytes as hex or base64; ' +
      'needed with PostgreSQL, otherwise a file beside the database',
  },
  {
    name: 'FARMCTL_MODEL_URL',
    meaning: 'Where serve finds a language model for open questions: https://api.openai.com/v1',
  },
  { name: 'FARMCTL_MODEL', meaning: 'Name of that model' },
  { name: 'FARMCTL_MODEL_KEY', meaning: 'Key of that model; a model of your own may need none' },
  {
    name: 'FARMCTL_MODEL_DAILY',
    meaning: `Questions a day that a key may put to it; default ${limits.modelQuestionsPerDay}`,
  },
  {
    name: 'FARMCTL_MODEL_IMAGES',
    meaning: 'on: serve shows that model every image that is uploaded; off unless told',
  },
  {
    name: 'FARMCTL_PAGER',
    meaning:
      'Program that shows pages longer than the terminal; "cat" for none; default PAGER, or less',
  },
  { name: 'NO_COLOR', meaning: 'No colour when it is set and not empty' },
  { name: 'CLICOLOR_FORCE', meaning: 'Colour also in pipes, unless it is 0' },
  { name: 'CLICOLOR', meaning: 'No colour when it is 0' },
  { name: 'TERM', meaning: 'No colour when it is "dumb"' },
  { name: 'XDG_CONFIG_HOME', meaning: 'Folder of configuration files; default ~/.config' },
  { name: 'XDG_DATA_HOME', meaning: 'Folder of local data; default ~/.local/share' },
  {
    name: 'XDG_CACHE_HOME',
    meaning: 'Folder where the compiled program is kept; default ~/.cache',
  },
  { name: 'NODE_DISABLE_COMPILE_CACHE', meaning: '1: the compiled program is not kept' },
  { name: 'NODE_EXTRA_CA_CERTS', meaning: 'File of authorities to trust besides those of Node' },
];
