// The real server for browser tests, with the limits of a single address lifted: every test signs up from the same one.
import { parseSettings } from '#server/settings.ts'
import { startServer } from '#server/start-server.ts'

const server = await startServer(parseSettings(process.env), {
  authRateLimits: {
    mailRequests: 1e6,
    verify: 1e6,
    token: 1e6,
    password: 1e6,
    wrongPasswords: 1e6,
    accountTries: 1e6,
    contactCodes: 1e6,
    mailsPerHour: 1e6,
    mailGapSeconds: 0,
    // How even the answers are is held by the API tests; here every person who is made would wait for it.
    evenAnswerMs: 1,
  },
  ...(process.env['E2E_DIST'] && { dist: process.env['E2E_DIST'] }),
})
// Nothing here has to outlive the machine; what does is tested on clusters of its own.
if (process.env['E2E_VOLATILE'] && !process.env['DATABASE_URL']) {
  await server.services.database.owner.query('alter system set fsync = off')
  await server.services.database.owner.query('select pg_reload_conf()')
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => void server.stop().then(() => process.exit(0)))
}
process.send?.({ url: server.url })
