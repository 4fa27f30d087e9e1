import { send } from './http-client.js';
import type { RunningSpanhouse } from './processes/running-spanhouse.js';

/** A user with a project and an API key. */
export interface Account {
  readonly userId: string;
  readonly projectId: string;
  readonly headers: { readonly authorization: string };
}

/** Calls the admin routes of an installation. */
export class Administrator {
  readonly #spanhouse: Pick<RunningSpanhouse, 'url'>;
  readonly #key: string;

  constructor(spanhouse: Pick<RunningSpanhouse, 'url'>, key: string) {
    this.#spanhouse = spanhouse;
    this.#key = key;
  }

  call(method: string, path: string, body?: object) {
    return send(`${this.#spanhouse.url}${path}`, {
      method,
      headers: { authorization: `Access ${this.#key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async newAccount(email: string): Promise<Account> {
    const path = '/admin/simple/accounts/';
    const { body } = await this.call('POST', path, { accounts: { new: { user: { email } } } });
    const { user, project, api_keys } = body.accounts.new;
    const headers = { authorization: `ApiKey ${api_keys.key}` };
    return { userId: user.id, projectId: project.id, headers };
  }
}

/** Returns a span as it appears in a JSON request. */
export function spanOf(traceId: string, index = 0) {
  return {
    trace_id: traceId,
    span_id: String(index + 1).padStart(16, '0'),
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01Z',
  };
}

/** Returns an OTLP export request with one span that has the given attributes. */
export function exportOf(traceId: string, attributes: readonly object[] = []) {
  const span = {
    traceId,
    spanId: '1'.repeat(16),
    name: 'ask',
    startTimeUnixNano: '1',
    endTimeUnixNano: '2',
    attributes,
  };
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
}

export function newTraceId() {
  return crypto.randomUUID().replaceAll('-', '');
}
