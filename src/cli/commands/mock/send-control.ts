import { FarmError } from '../../../model/errors.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Values } from '../../output/output.ts';
import { expectObject } from '../keys/expect-object.ts';

/** A call that moves the clock of a mock server or makes it fail. */
export interface Control {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly path: '/os/mock/clock' | '/os/mock/faults';
  readonly body?: Values;
}

/** Sends a control to a mock server; a server with real data has none, which is said. */
export async function sendControl(context: CommandContext, control: Control): Promise<Values> {
  const client = await context.client();
  try {
    const { data } = await client.request(control);
    return expectObject(data, { ...control, server: client.server });
  } catch (error) {
    if (!(error instanceof FarmError) || error.slug !== 'not_found') throw error;
    throw notMock(client.server, error);
  }
}

/** The error of a server that has no controls, since its data is real. */
export function notMock(server: string, cause: unknown): CliError {
  return new CliError('rejected', `${server} is no mock server`, {
    hint: 'Start one with: farmctl serve --mock',
    cause,
  });
}
