import type { Connection } from './database.ts';

/**
 * The connection with each query sent once the one before is answered: what asks for many things at
 * once may be given a transaction, which answers one query at a time.
 */
export function oneAtATime(connection: Connection): Connection {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    const answer = last.then(send);
    last = answer.catch(() => {});
    return answer;
  };
  return {
    dialect: connection.dialect,
    all: (query) => inTurn(() => connection.all(query)),
    first: (query) => inTurn(() => connection.first(query)),
    run: (query) => inTurn(() => connection.run(query)),
  };
}
