import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * The login of request traffic: no superuser, owner of nothing, subject to row-level security, a member of
 * `formwork_app`. Each database has its own, with a password kept where only the owner reads it; so several processes on
 * one database agree, and databases on one server do not disturb each other.
 * Returns the connection string to use.
 */
export async function requestLogin(owner: pg.Pool, ownerUrl: string): Promise<string> {
  const client = await owner.connect()
  try {
    await client.query(
      'insert into app_private.request_login (password) values ($1) on conflict do nothing',
      [randomBytes(24).toString('base64url')],
    )
    const { rows } = await client.query<{ password: string; database: string }>(
      'select password, current_database() as database from app_private.request_login',
    )
    const { password, database } = rows[0] ?? { password: '', database: '' }
    const role = `formwork_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`
    const url = withLogin(ownerUrl, role, password)
    await makeRole(client, role, password, url)
    return url
  } finally {
    client.release()
  }
}

async function makeRole(client: pg.PoolClient, role: string, password: string, url: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  const statement = rowCount ? 'alter' : 'create'
  if (!rowCount || !(await accepts(url)))
    await client
      .query(
        `${statement} role ${role} login inherit nosuperuser nocreatedb nocreaterole password ${client.escapeLiteral(password)}`,
      )
      .catch(ignoreRace)
  // Privileges come with the login itself (inherit), so that no statement has to switch roles.
  await client.query(`grant formwork_app to ${role}`).catch(ignoreRace)
  // Compiling a plan to machine code takes longer than any of our questions; plans are made for the values asked with;
  // nobody waits for other workspaces' rows to be passed over: every table has an index that begins with the workspace;
  // and to start another process, or to remember what a row of a page points to by the whole of that row, takes longer
  // than a page (sums over many records ask for both: transaction.ts).
  for (const setting of [
    'jit = off',
    'plan_cache_mode = force_custom_plan',
    'enable_seqscan = off',
    'max_parallel_workers_per_gather = 0',
    'enable_memoize = off',
  ])
    await client.query(`alter role ${role} set ${setting}`).catch(ignoreRace)
}

// Two processes that start together make the same role; the second one finds it made.
function ignoreRace(error: unknown): void {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code !== '42710' && code !== '23505' && code !== 'XX000') throw error
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Connection poolers of hosted databases want `role.project`: the part after the point stays. */
function withLogin(ownerUrl: string, role: string, password: string): string {
  const url = new URL(ownerUrl)
  const [, project] = decodeURIComponent(url.username).split('.')
  url.username = project ? `${role}.${project}` : role
  url.password = password
  return url.href
}
