import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message accepted by the server. */
export interface TakenMail {
  readonly to: string;
  readonly text: string;
}

interface HeldMail extends TakenMail {
  readonly sessionId: string;
  readonly take: () => void;
}

/** A mail server that can delay its responses to senders. */
export interface HoldingMailServer {
  readonly url: string;
  /** Accepted messages; the acceptance confirms the sending to the sender. */
  readonly taken: readonly TakenMail[];
  /** Number of messages waiting for a response. */
  held(): number;
  hold(): void;
  /** Responds to waiting senders, and to all later ones immediately. */
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
