import type { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Diagnostics } from '#contracts/api/diagnostics.ts'
import { ask, type Call } from './measure.ts'

/**
 * Waits until a server has done what it does once after its start: it looks after every workspace, and fills the typed
 * columns anew that another version filled otherwise. With 200 workspaces that takes a minute, in which it costs every request
 * a millisecond of processor; a limit has none of it. `diagnosis` asks the server how it is.
 */
export async function untilAtRest(databaseUrl: string, agent: Agent, diagnosis: Call): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    for (;;) {
      const { jobs } = JSON.parse((await ask(agent, diagnosis)).text) as Diagnostics
      const { rowCount } = await client.query('select from app.tenants where slots_due limit 1')
      if (rowCount === 0 && jobs.every(({ state }) => state !== 'waiting')) return
      await wait(1000)
    }
  } finally {
    await client.end()
  }
}
