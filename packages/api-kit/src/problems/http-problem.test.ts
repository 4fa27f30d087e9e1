import { forbidden, unauthorized, unreadableCredentials } from '@spanhouse/service-runtime';
import { toHttpProblem } from './http-problem.js';

describe('toHttpProblem', () => {
  it('answers missing or unknown credentials with 401', () => {
    expect(toHttpProblem(unauthorized())).toMatchObject({
      status: 401,
      body: { detail: { message: 'Unauthorized' } },
      headers: { 'www-authenticate': 'ApiKey' },
    });
  });

  it('names the accepted credentials if the request has credentials of another form', () => {
    expect(toHttpProblem(unreadableCredentials())).toMatchObject({
      status: 401,
      body: { detail: { message: 'Unauthorized', hint: expect.stringContaining('x-api-key') } },
      headers: { 'www-authenticate': 'ApiKey' },
    });
  });

  it('answers a missing permission with 403', () => {
    const detail =
      'You do not have access to perform this action. Please contact your organization admin.';

    expect(toHttpProblem(forbidden('whatever'))).toMatchObject({ status: 403, body: { detail } });
  });
});
