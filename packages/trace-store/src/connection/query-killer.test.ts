import { createRecordingLogger } from '@spanhouse/service-runtime/testing';
import { QueryKiller } from './query-killer.js';

/**
 * Creates a server that answers no statement until `answer` is called. It records the ids of the queries in each KILL
 * statement.
 */
function frozenServer() {
  const killed: unknown[] = [];
  const answers: (() => void)[] = [];
  return {
    killed,
    command: ({ query_params: parameters }: { query_params?: Record<string, unknown> }) => {
      killed.push(parameters?.['queryIds']);
      return new Promise<never>((_resolve, reject) => {
        answers.push(() => reject(new Error('the connection is closed')));
      });
    },
    async answer() {
      for (const end of answers.splice(0)) {
        end();
      }
      await new Promise(setImmediate);
    },
  };
}

describe('QueryKiller', () => {
  it('kills a query immediately, and queries that wait for an unresponsive server with one statement', async () => {
    const server = frozenServer();
    const killer = new QueryKiller(server, createRecordingLogger().logger);

    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      killer.kill(id);
    }
    expect(server.killed).toEqual([['a'], ['b'], ['c'], ['d']]);
    await server.answer();
    expect(server.killed.slice(4)).toEqual([['e', 'f', 'g']]);

    await server.answer();
    killer.kill('h');
    expect(server.killed.slice(5)).toEqual([['h']]);
  });

  it('leaves queries to their time limit if a thousand already wait', async () => {
    const server = frozenServer();
    const { logger, lines } = createRecordingLogger();
    const killer = new QueryKiller(server, logger);

    for (let at = 0; at < 1010; at++) {
      killer.kill(`${at}`);
    }
    await server.answer();

    expect(server.killed[4]).toHaveLength(1000);
    expect(lines).toContainEqual(
      expect.objectContaining({ queryId: '1009', msg: 'too many queries wait to be killed' }),
    );
  });
});
