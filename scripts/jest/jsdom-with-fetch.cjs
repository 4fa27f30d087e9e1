// The environment of component tests: jsdom with the browser classes that pages use and jsdom lacks. `fetch` is not
// added, so that a component fails if it sends a request without a fake service.
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
