import { waitUntil } from '@spanhouse/service-runtime/testing';
import fc from 'fast-check';
import { type Account, Administrator } from '../../accounts.js';
import { type ApiRequest, addressOf, anyRequestOf } from '../../api-requests/any-request.js';
import { unlike } from '../../api-requests/draw.js';
import { fillProject, randomHex } from '../../api-requests/fill-project.js';
import { findSecret, type Secrets } from '../../api-requests/find-secret.js';
import { frontDoorPaths } from '../../api-requests/front-door-paths.js';
import {
  type ApiDocument,
  type Operation,
  readApiDocument,
  type Schema,
} from '../../api-requests/operations.js';
import { ProjectClient } from '../../api-requests/project-client.js';
import { readEverything } from '../../api-requests/read-everything.js';
import {
  consistentWith,
  type Json,
  postJson,
  receiptsOfEveryPartition,
  send,
} from '../../http-client.js';
import { openLines } from '../../open-lines.js';
import { askClickHouse } from '../../processes/ask-clickhouse.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const adminKey = 'the-admin-key-of-the-test';
/**
 * Range of span numbers that belong to the other project. The lower bound is more than two days in nanoseconds. A sum
 * or average that includes one of these numbers is above the lower bound.
 */
const numbers = { min: 2e14, max: 8e15 };
const victimNumber = 3e15;
const OPERATIONS_AT_A_TIME = 4;
const RUNS_PER_OPERATION = 5;
/** Maximum number of rounds. If an operation refuses the requests of all rounds, the test fails. */
const MAX_ROUNDS = 30;

/** Sends a span that ClickHouse refuses, and reads the id of its dead letter. */
async function makeDeadLetter(client: ProjectClient, text: string): Promise<void> {
  const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };
  const span = { trace_id: randomHex(32), span_id: randomHex(16), span_name: `letter ${text}` };
  await client.write('/tracing/spans/ingest', { spans: [{ ...span, ...times }] });
  await client.untilStored();
  const { body } = await client.send('GET', '/project/dead-letters');
  client.known.add('letter_id', body.dead_letters[0].id);
}

describe('the operations of the OpenAPI document, for a member of another project', () => {
  const marker = randomHex(12);
  const spanhouse = runSpanhouse({
    AUTH_MODE: 'keys',
    ADMIN_KEY: adminKey,
    ZIPKIN_AUTOCOMPLETE_KEYS: 'service.name',
    SERVICE_GRAPH_WAIT_MS: '1000',
  });
  let document: ApiDocument;
  let victim: ProjectClient;
  let attacker: ProjectClient;
  let headers: Account['headers'];
  let secrets: Secrets;

  beforeAll(async () => {
    document = readApiDocument((await send(`${spanhouse.url}/openapi.json`)).body);
    const administrator = new Administrator(spanhouse, adminKey);
    const theirs = await administrator.newAccount('victim@example.com');
    const key = theirs.headers.authorization.replace('ApiKey ', '').toLowerCase();
    const texts = [marker, theirs.userId, key];
    secrets = { texts, numbers };
    ({ headers } = await administrator.newAccount('attacker@example.com'));
    victim = new ProjectClient(
      spanhouse.url,
      theirs.headers,
      (value) =>
        texts.some((text) => value.includes(text)) ||
        (Number(value) >= numbers.min && Number(value) <= numbers.max),
    );
    attacker = new ProjectClient(spanhouse.url, headers);
    victim.known.add('project_id', theirs.projectId);
    await fillProject(victim, { text: marker, number: victimNumber });
    await fillProject(attacker, { text: randomHex(12), number: 7 });
    await askClickHouse(
      spanhouse,
      "ALTER TABLE spanhouse.spans ADD CONSTRAINT no_letters CHECK NOT startsWith(span_name, 'letter')",
    );
    await makeDeadLetter(victim, marker);
    await makeDeadLetter(attacker, randomHex(12));
    await Promise.all(
      [victim, attacker].map((client) => readEverything(client, document.operations)),
    );
  });

  /** Reads the beginning of an endless response. */
  const attackTail = async ({ path, body }: ApiRequest) => {
    const tail = await openLines(`${spanhouse.url}${path}`, { body: body ?? '', headers });
    const text = (await tail.next()) ?? '';
    tail.close();
    return { status: tail.status, text, headers: '' };
  };

  const attack = async (request: ApiRequest) => {
    if (request.path.includes('/spans/tail')) {
      return attackTail(request);
    }
    const response = await fetch(`${spanhouse.url}${request.path}`, {
      ...request,
      headers: { ...request.headers, ...headers },
    });
    const text = await response.text();
    return { status: response.status, text, headers: JSON.stringify([...response.headers]) };
  };

  /**
   * Returns the tools under /mcp with the names of their arguments. The OpenAPI document does not contain these tools.
   */
  const modelTools = async () => {
    const ask = async (method: string, params: Json) => {
      const body = { jsonrpc: '2.0', id: 1, method, params };
      return (await postJson(`${spanhouse.url}/mcp`, body, headers)).body.result;
    };
    const { tools } = await ask('tools/list', {});
    const schemas = new Map<string, Set<string>>(
      tools.map((tool: Json) => [tool.name, new Set(Object.keys(tool.inputSchema.properties))]),
    );
    const call = async (name: string, args: Json): Promise<{ text: string }> =>
      (await ask('tools/call', { name, arguments: args })).content[0];
    return { schemas, call };
  };

  /** Sends requests until the operation accepts one. Returns the requests whose responses reveal a secret. */
  const findLeaks = async (operation: Operation): Promise<readonly string[]> => {
    const statuses: number[] = [];
    const leaks: string[] = [];
    const check = async (request: ApiRequest) => {
      const answer = await attack(request);
      statuses.push(answer.status);
      const secret = findSecret(`${answer.text}\n${answer.headers}`, secrets);
      if (secret !== undefined) {
        leaks.push(`${secret} is in the answer ${answer.text} to ${JSON.stringify(request)}`);
      }
    };
    const isExpected = (status: number) =>
      operation.access === 'admin' ? status === 401 : status < 300;
    for (let round = 0; round < MAX_ROUNDS && !statuses.some(isExpected); round++) {
      const foreign = round % 3 === 0 ? victim.known : attacker.known;
      const requests = anyRequestOf(operation, document, { foreign, own: attacker.known });
      await fc.assert(fc.asyncProperty(requests, check), { numRuns: RUNS_PER_OPERATION });
    }
    const problem = `${operation.name} answers only ${[...new Set(statuses)]}`;
    return statuses.some(isExpected) ? leaks : [...leaks, problem];
  };

  it('give the same answer for values of another project as for values that do not exist', async () => {
    const withoutBody = document.operations.filter(
      ({ access, body }) => access === 'key' && body === undefined,
    );
    for (const operation of withoutBody) {
      for (const index of [0, 1, 2]) {
        const answers = [(value: string) => value, unlike].map(async (change) => {
          // Enum values stay unchanged: they are public, and the API accepts no other values.
          const changeIn = (schema: Schema, value: string) => {
            const named = document.schemas[schema.$ref?.split('/').at(-1)] ?? schema;
            return named.enum === undefined ? change(value) : value;
          };
          const values = new Map(
            operation.parameters.flatMap(({ name, schema }) => {
              const known = victim.known.of(name);
              const value = known[index % known.length];
              return value === undefined ? [] : [[name, changeIn(schema, value)] as const];
            }),
          );
          const path = addressOf(operation, values);
          const { status, text } = await attack({ method: operation.method, path, headers: {} });
          const about = [...values].reduce(
            (all, [name, value]) => all.replaceAll(value, name),
            text,
          );
          return { operation: operation.name, status, about };
        });
        const [aboutTheirs, aboutNothing] = await Promise.all(answers);

        expect(aboutTheirs).toEqual(aboutNothing);
      }
    }
  });

  it('reveal nothing of it through the MCP tools', async () => {
    const use = async (client: ProjectClient, name: string) => {
      const first = (member: string) => client.known.of(member)[0] ?? '';
      const known: Record<string, unknown> = {
        trace_id: first('trace_id'),
        span_ids: client.known.of('span_id').slice(0, 20),
        key: 'ag.session.id',
        selection: { conditions: [{ field: 'session_id', value: first('session_id') }] },
        group_by: [{ field: 'session_id' }, { field: 'status_message' }],
      };
      const { schemas, call } = tools;
      const taken = Object.entries(known).filter(([member]) => schemas.get(name)?.has(member));
      const { text } = await call(name, Object.fromEntries(taken));
      return text;
    };
    const tools = await modelTools();
    const leaks: string[] = [];
    for (const name of tools.schemas.keys()) {
      for (const client of [victim, attacker]) {
        const text = await use(client, name);
        const secret = findSecret(text, secrets);
        leaks.push(
          ...(secret === undefined ? [] : [`${secret} is in the answer of ${name}: ${text}`]),
        );
      }
      expect(await use(attacker, name)).toContain('"left_out":null');
    }

    expect(leaks).toEqual([]);
    expect(await use(attacker, 'list_sessions')).toContain('session-');
  });

  it('reveal nothing of it through the read APIs of other products', async () => {
    const [traceId = ''] = victim.known.of('trace_id');
    // The lower bound is smaller here, because the responses contain times in microseconds instead of nanoseconds.
    const theirs = { ...secrets, numbers: { ...numbers, min: victimNumber } };
    const leaks: string[] = [];
    for (const path of frontDoorPaths(traceId, `shop ${marker}`)) {
      const own = await victim.send('GET', path);
      const answer = await attack({ method: 'GET', path, headers: {} });

      expect([path, findSecret(JSON.stringify(own.body), theirs)]).not.toEqual([path, undefined]);
      expect([path, own.status, 404]).toContain(answer.status);
      const secret = findSecret(answer.text.replaceAll(traceId, ''), theirs);
      leaks.push(...(secret === undefined ? [] : [`${secret} is in the answer to ${path}`]));
    }

    expect(leaks).toEqual([]);
  });

  it('reveal nothing of it through the counts of spans', async () => {
    const countsOf = async (client: ProjectClient) =>
      String((await client.send('GET', '/span-metrics')).body);
    for (const client of [victim, attacker]) {
      await waitUntil('a call is counted', async () =>
        /traces_service_graph_request_total\{client="shop/.test(await countsOf(client)),
      );
    }

    expect(findSecret(await countsOf(victim), secrets)).toBe(marker);
    expect(findSecret(await countsOf(attacker), secrets)).toBeUndefined();
  });

  it('reveal nothing of it in any answer, and change nothing in it', async () => {
    const before = await readEverything(victim, document.operations);

    const leaks: string[] = [];
    for (let first = 0; first < document.operations.length; first += OPERATIONS_AT_A_TIME) {
      const some = document.operations.slice(first, first + OPERATIONS_AT_A_TIME);
      leaks.push(...(await Promise.all(some.map(findLeaks))).flat());
    }
    const receipts = await receiptsOfEveryPartition(spanhouse.url, headers);
    await send(`${spanhouse.url}/spans/?span_id=${'1'.repeat(16)}`, {
      headers: { ...headers, ...consistentWith(receipts) },
    });

    expect(leaks).toEqual([]);
    expect(await readEverything(victim, document.operations)).toEqual(before);
  });
});
