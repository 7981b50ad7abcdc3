import { useConsole } from '../support/console-stage.ts';
import { describeBackups } from './backup-screens.ts';
import { describeHostileText } from './hostile-screens.ts';
import { describeReferencePage } from './reference-screens.ts';

const stage = useConsole();

describeReferencePage(stage);
describeBackups(stage);
// Last: it replaces what the service holds.
describeHostileText(stage);
