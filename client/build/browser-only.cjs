/** Stands in for browser-only packages in the Worker's bundle (see `[alias]` in wrangler.toml); CommonJS, so that any name can be imported from it. Never evaluated there. */
module.exports = {};
