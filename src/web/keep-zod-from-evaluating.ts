// The content security policy forbids to make code from text; zod would try once, when the first validator is loaded, and the
// browser would report it. This stands before anything else is loaded, and without zod itself: that is no part of the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
