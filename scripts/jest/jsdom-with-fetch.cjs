// Environment of component tests: jsdom with additional browser classes that the pages use. It has no `fetch`, so a
// component without a fake service fails if it sends a request.
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
