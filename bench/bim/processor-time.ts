import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Seconds of processor so far. */
export interface ProcessorTime {
  server: number
  /** Processes that the server has started and that have ended, their start with them. */
  readers: number
  database: number
}

const ticks = 100

interface Times {
  parent: number
  own: number
  /** Of children that have ended. */
  ended: number
}

function timesOf(pid: number | string): Times {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // A name may hold anything but stands in brackets.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return { parent, own: (user + system) / ticks, ended: (endedUser + endedSystem) / ticks }
}

/** The process whose children are the connections of a database on this machine. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return timesOf(rows[0]?.pid ?? 0).parent
  } finally {
    await client.end()
  }
}

/** What a server and the database it works with have taken of the processors: where others work as well the clock says little. */
export function processorTime(server: number, postmaster: number): ProcessorTime {
  const { own, ended } = timesOf(server)
  const main = timesOf(postmaster)
  let database = main.own + main.ended
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const times = timesOf(pid)
      if (times.parent === postmaster) database += times.own
    } catch {
      // It has ended meanwhile.
    }
  return { server: own, readers: ended, database }
}

/** What was taken between two looks, in words. */
export const spentBetween = (before: ProcessorTime, after: ProcessorTime): string =>
  (['server', 'database', 'readers'] as const)
    .map((key) => `${key} ${(after[key] - before[key]).toFixed(1)} s`)
    .join(', ')
