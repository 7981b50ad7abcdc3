import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../model/limits.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { hasBody, linger } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a file comes or goes, which may take long; its route has limits of its own. */
    readonly isTransfer?: boolean;
  }
}

/** Ends requests whose body does not arrive in time; node itself knows one limit for all of them only. */
export function limitBodyTime(app: FastifyInstance, millis: number = limits.requestMillis): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (app.server.listening && hasBody(request.raw)) watch(request, reply);
    done();
  });
  function watch(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = request;
    // Node tells of no end where a body was not asked for: it must not keep the process alive.
    let timer = setTimeout(look, millis).unref();
    raw.once('close', () => clearTimeout(timer));
    function look() {
      if (raw.complete || raw.destroyed) return;
      if (isBeingTaken(request, reply)) {
        timer = setTimeout(look, millis).unref();
        return;
      }
      const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      // What was answered already is not answered again: the rest of the body is not waited for.
      if (reply.raw.headersSent) raw.destroy();
      else {
        answerBrokenRequest(late, raw.socket);
        linger(raw.socket);
      }
    }
  }
}

/** Whether the route still reads what comes. */
function isBeingTaken(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.routeOptions.config.isTransfer === true && !reply.raw.headersSent;
}
