// A worker is a world of its own: as in the application (`web/keep-zod-from-evaluating.ts`), zod must not try to make code from
// text, which the content security policy forbids and the browser would report. This stands before anything else is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
