// Runs the scenarios with OpenAI's client.

import {
  description,
  embeddings,
  getWeather,
  greeting,
  model,
  question,
  system,
} from './program.mjs';

const messages = [
  { role: 'system', content: system },
  { role: 'user', content: greeting },
];
const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
};
const tools = [{ type: 'function', function: { name: 'get_weather', description, parameters } }];

async function chat(client) {
  await client.chat.completions.create({ model, messages, temperature: 0.2 });
}

async function stream(client) {
  const options = { stream: true, stream_options: { include_usage: true } };
  const chunks = await client.chat.completions.create({ model, messages, ...options });
  for await (const _ of chunks) {
    // The span ends when the whole stream has been read.
  }
}

async function askWithTools(client) {
  const asked = [messages[0], { role: 'user', content: question }];
  const first = await client.chat.completions.create({ model, messages: asked, tools });
  const { message } = first.choices[0];
  const results = message.tool_calls.map((call) => ({
    role: 'tool',
    tool_call_id: call.id,
    content: JSON.stringify(getWeather(JSON.parse(call.function.arguments))),
  }));
  await client.chat.completions.create({ model, messages: [...asked, message, ...results], tools });
}

async function embed(client) {
  await client.embeddings.create({ model: embeddings, input: [question, greeting] });
}

async function respond(client) {
  const functions = [
    { type: 'function', name: 'get_weather', description, parameters, strict: false },
  ];
  const request = { model, instructions: system, tools: functions };
  const input = [{ role: 'user', content: question }];
  const { output } = await client.responses.create({ ...request, input });
  const calls = output.map(({ call_id, name, arguments: args }) => ({
    type: 'function_call',
    call_id,
    name,
    arguments: args,
  }));
  const results = calls.map(({ call_id, arguments: args }) => ({
    type: 'function_call_output',
    call_id,
    output: JSON.stringify(getWeather(JSON.parse(args))),
  }));
  await client.responses.create({ ...request, input: [...input, ...calls, ...results] });
}

export const openAiScenarios = {
  chat,
  stream,
  tools: askWithTools,
  embeddings: embed,
  responses: respond,
  cache: chat,
};
