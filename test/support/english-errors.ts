/* The English texts of errors of the command line are registered by the module that reports
   them. The program always loads it; without this import, a unit test would depend on the tests
   that ran before it. */
import '../../src/cli/output/error-hints.ts';
