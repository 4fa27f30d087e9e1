// Replaces `playwright-core` in suites whose environment has already loaded it.
module.exports = globalThis.loadedPlaywright;
