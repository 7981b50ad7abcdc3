import { describeDriver } from '../../storage/sqlite/driver.ts';
import { checkOpenFiles, checkRuntime } from './check-runtime.ts';
import type { Finding } from './finding.ts';
import { findOpenFileLimit } from './machine-facts.ts';

/** Checks what farmctl runs on. */
export async function examineMachine(): Promise<readonly Finding[]> {
  return [
    checkRuntime({ nodeVersion: process.versions.node, driver: await describeDriver() }),
    checkOpenFiles(findOpenFileLimit()),
  ];
}
