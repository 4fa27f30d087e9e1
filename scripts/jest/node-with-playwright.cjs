// The environment of browser tests: Node with Playwright. A worker loads Playwright once for all its suites.
const { TestEnvironment } = require('jest-environment-node');
const playwright = require('playwright-core');

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.loadedPlaywright = playwright;
  }
};
