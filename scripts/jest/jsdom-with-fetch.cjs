// The environment of component tests: jsdom, and what it lacks of a browser that pages use. `fetch` itself is not among
// it, so that a component which sends a request without a fake service fails.
const { TestEnvironment } = require('jest-environment-jsdom');

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      Headers,
      ReadableStream,
      Response,
      structuredClone,
      TextDecoderStream,
    });
  }
};
