import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message that the server has taken. */
export interface TakenMail {
  readonly to: string;
  readonly text: string;
}

interface HeldMail extends TakenMail {
  readonly sessionId: string;
  readonly take: () => void;
}

/** A mail server that leaves senders waiting for its answer while it is told to. */
export interface HoldingMailServer {
  readonly url: string;
  /** What was taken: only then a sender knows that it was sent. */
  readonly taken: readonly TakenMail[];
  /** How many messages wait for an answer. */
  held(): number;
  hold(): void;
  /** Answers those who still wait, and from now on everybody. */
  release(): void;
  close(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startHoldingMailServer(): Promise<HoldingMailServer> {
  const taken: TakenMail[] = [];
  const gone = new Set<string>();
  let held: HeldMail[] = [];
  let isHolding = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onClose: ({ id }) => void gone.add(id),
    onData(stream, { id: sessionId, envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address).join();
        const mail = { to, text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '') };
        const take = () => {
          taken.push(mail);
          done();
        };
        if (isHolding) held.push({ ...mail, sessionId, take });
        else take();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    held: () => held.length,
    hold: () => {
      isHolding = true;
    },
    release() {
      isHolding = false;
      for (const { sessionId, take } of held) if (!gone.has(sessionId)) take();
      held = [];
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
