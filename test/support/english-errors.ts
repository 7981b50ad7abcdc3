/*
 * Errors of the command line get their English from the module that reports them. In the program it
 * is always there; a test of a part of it would depend on the tests that ran before it.
 */
import '../../src/cli/output/error-hints.ts';
