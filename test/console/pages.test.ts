import { useConsole } from '../support/console-stage.ts';
import { describeReferencePage } from './reference-screens.ts';

const stage = useConsole();

describeReferencePage(stage);
