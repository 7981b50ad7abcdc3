import { useConsole } from '../support/console-stage.ts';
import { describeHostileText } from './hostile-screens.ts';
import { describeReferencePage } from './reference-screens.ts';

const stage = useConsole();

describeReferencePage(stage);
describeHostileText(stage);
