// The environment of component tests: jsdom, and the classes of a browser that jsdom lacks and pages use. `fetch` is
// not added, so that a component that sends a request without a fake service fails.
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
