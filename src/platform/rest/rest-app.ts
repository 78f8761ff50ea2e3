import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { answerError } from './answer-error.ts'
import { callFunction } from './call-function.ts'
import { readCatalog, type Catalog } from './read-catalog.ts'
import { readRows } from './read-rows.ts'
import { cannotParse, RestError } from './rest-error.ts'
import type { RestHost, RestVisitor } from './rest-host.ts'
import { deleteRows, insertRows, updateRows } from './write-rows.ts'

/** The database service under `/rest/v1`: the tables and functions of one schema, each request with its person's own rights. */
export function restApp(host: RestHost): Hono {
  const app = new Hono().basePath('/rest/v1')
  let catalog: Promise<Catalog> | null = null
  const offered = (): Promise<Catalog> => {
    catalog ??= readCatalog(host)
    catalog.catch(() => (catalog = null))
    return catalog
  }
  app.use('*', sameOrigins(host))

  app.all('/rpc/:name', async (c) => {
    if (c.req.method !== 'POST' && !reads(c)) throw wrongMethod(c)
    return callFunction(c, await offered(), await visitorOf(host, c), c.req.param('name'))
  })
  app.all('/:table', async (c) => {
    const name = c.req.param('table')
    const work = workOf(c)
    const visitor = await visitorOf(host, c)
    const found = await offered()
    return visitor.inTransaction(reads(c) ? 'read' : 'write', (db) => work(c, found, db, name))
  })
  app.all('*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  })
  app.onError((error, c) => answerError(c, error, host.log))
  return app
}

const reads = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD'

function workOf(c: Context): typeof readRows {
  if (reads(c)) return readRows
  if (c.req.method === 'POST') return insertRows
  if (c.req.method === 'PATCH') return updateRows
  if (c.req.method === 'DELETE') return deleteRows
  throw wrongMethod(c)
}

async function visitorOf(host: RestHost, c: Context): Promise<RestVisitor> {
  const asked = c.req.header('accept-profile') ?? c.req.header('content-profile') ?? 'public'
  // The hosted client asks for `public` unless told; here the offered tables are all there is.
  if (asked !== 'public' && asked !== host.schema)
    throw new RestError(406, 'PGRST106', `Invalid schema: ${asked}`, {
      hint: `Only the following schemas are exposed: public, ${host.schema}`,
    })
  if ((c.req.header('prefer') ?? '').includes('tx=')) throw cannotParse('Transactions cannot be chosen here')
  const visitor = await host.visitor(c)
  if (!visitor) throw new RestError(401, '42501', 'permission denied: nobody is signed in')
  return visitor
}

const wrongMethod = (c: Context): RestError =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${c.req.method}`)

/** Browsers may call from the application's own origins. Nothing here reads cookies. */
const sameOrigins = ({ publicUrl, origins }: RestHost) =>
  cors({
    origin: (origin) =>
      [publicUrl(), ...origins()].some((url) => URL.canParse(url) && new URL(url).origin === origin)
        ? origin
        : null,
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowHeaders:
      'authorization apikey content-type prefer range range-unit accept-profile content-profile x-client-info'.split(
        ' ',
      ),
    exposeHeaders: ['Content-Range', 'X-Request-Id', 'Retry-After'],
    maxAge: 600,
  })
