// Records Traceloop's SDK (OpenLLMetry) with a workflow and with calls through OpenAI's client.

import * as traceloop from '@traceloop/node-server-sdk';
import OpenAI from 'openai';
import { openAiScenarios } from './conversations.mjs';
import { host, openAi, record } from './program.mjs';

traceloop.initialize({
  appName: 'weather-bot',
  baseUrl: host,
  apiKey: 'not-a-key',
  silenceInitializationMessage: true,
  instrumentModules: { openAI: OpenAI },
});
const client = new OpenAI(openAi);

await record('traceloop-openai', ['@traceloop/node-server-sdk', 'openai'], {
  scenarios: openAiScenarios,
  flush: () => traceloop.forceFlush(),
  call: (run, { session, user }) =>
    traceloop.withAssociationProperties({ session_id: session, user_id: user }, () =>
      traceloop.withWorkflow({ name: 'ask' }, () => run(client)),
    ),
});
