// Replaces `playwright-core` in suites whose environment has loaded it.
module.exports = globalThis.loadedPlaywright;
