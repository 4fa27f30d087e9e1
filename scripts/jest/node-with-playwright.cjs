// The environment of browser tests: Node, and Playwright, which a worker loads once and not for every suite.
const { TestEnvironment } = require('jest-environment-node');
const playwright = require('playwright-core');

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.loadedPlaywright = playwright;
  }
};
