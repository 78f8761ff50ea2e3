// The built server for browser tests and benches, with the limits of a single address lifted: everybody there signs up from
// the same one. It is told what to do by the environment, and tells its address by a message.
import process from 'node:process'
import { parseSettings } from '../../dist/server/settings.mjs'
import { startServer } from '../../dist/server/start-server.mjs'

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
  ...(process.env.E2E_DIST && { dist: process.env.E2E_DIST }),
})
// Nothing here has to outlive the machine; what does is tested on clusters of its own.
if (process.env.E2E_VOLATILE && !process.env.DATABASE_URL) {
  await server.services.database.owner.query('alter system set fsync = off')
  await server.services.database.owner.query('select pg_reload_conf()')
}
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => void server.stop().then(() => process.exit(0)))
}
// Whoever started this is gone.
process.on('disconnect', () => process.exit(1))
process.send?.({ url: server.url })
