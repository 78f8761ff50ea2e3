import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { changeNumberHeader } from '#contracts/api/changes.ts'
import { assert, must } from '#base/assert.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import { needsPerson } from '../access/needs-person.ts'
import { enterPreview, previewHeader } from '../access/enter-preview.ts'
import { Passage, rememberPassage } from '../access/passage.ts'
import { inTenant, type Caller, type Mode, type User } from '../database/in-tenant.ts'
import { repeatOnClash } from '../database/repeat-on-clash.ts'
import type { Services } from '../services.ts'
import { noteTokenUse } from '../tokens/note-use.ts'
import { claimOf } from './claim-of.ts'
import { clientAddress } from './client-address.ts'
import type { ServerEnv } from './context.ts'
import { invalidInput } from './error-details.ts'
import { RepeatedWrite, repetitionOf } from './repeated-write.ts'
import { defaultMaxBody, digestOf, readJson } from './read-body.ts'
import { requestedAgent } from './requested-agent.ts'
import { requestedLanguage } from './requested-language.ts'
import { requestedTimeZone } from './requested-time-zone.ts'
import { requestedTenant } from './requested-workspace.ts'
import type { Handler, Received } from './route.ts'
import { personOf, whoAsks, type Asker } from './who-asks.ts'

type Request = Context<ServerEnv>

interface Input {
  params: unknown
  search: unknown
  body: unknown
  bytes: Buffer
  /** What `receive` of the handler made of the file that came. */
  given?: unknown
}

type Work<T> = (people: People, checked: Input) => Promise<T>

/** Mounts every handler at its endpoint's method and path. */
export function mountEndpoints(app: Hono<ServerEnv>, handlers: readonly Handler[], services: Services): void {
  for (const handler of handlers) {
    const { method, path, takes } = handler.endpoint
    assert((takes === 'bytes') === (handler.receive !== undefined), `${method} ${path}: see handleBytes()`)
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => answer(context, handler, services))
  }
}

/**
 * The way of every call: token, input, workspace, handler, commit. Input is read before a connection is taken, but its
 * faults are told only to who may be here.
 */
async function answer(context: Request, handler: Handler, services: Services): Promise<Response> {
  const { endpoint } = handler
  const person = endpoint.access === 'public' ? null : await whoAsks(context, endpoint, services)
  const input = await readInput(context, endpoint)
  if (person === null) return run(context, handler, services, await input(), {})
  const requestId = context.get('requestId')
  const passage = new Passage(
    services.database.requests,
    {
      ...claimOf(
        context,
        person,
        services.settings,
        endpoint.access === 'tenant' ? requestedTenant(context) : undefined,
      ),
      beforeSecondFactor: endpoint.beforeSecondFactor === true,
    },
    requestId,
    services.log,
  )
  const mode = modeOf(context, handler)
  const attempt = async <T>(work: Work<T>, assume: boolean): Promise<{ result: T } | null> => {
    try {
      await passage.hold(mode, assume)
      const people = await admit(context, person, passage, endpoint, services, mode)
      return { result: await work(people, await input()) }
    } catch (error) {
      const again = assume && (await passage.assumedWrongly())
      await passage.abandon()
      if (again) return null
      throw error
    }
  }
  // Who is let in as last time is answered in one round trip; who is not is asked for anew.
  const admitted = async <T>(work: Work<T>): Promise<T> =>
    repeatOnClash(async () => ((await attempt(work, true)) ?? must(await attempt(work, false))).result)
  const answered = async (file?: Received<unknown>, onceWritten?: () => void): Promise<Response> =>
    admitted(async (people, checked) => {
      // A question may be asked as often as one likes, key or not.
      const repeated =
        mode === 'read'
          ? null
          : await RepeatedWrite.of(context, endpoint, passage, file?.digest ?? checked.bytes)
      if (repeated?.answer) {
        await passage.confirm()
        await passage.abandon()
        return repeated.answer
      }
      const response = await run(context, handler, services, { ...checked, given: file?.given }, people)
      await passage.finish(await repeated?.keep(response))
      onceWritten?.()
      if (passage.place)
        context.env.outgoing.setHeader(changeNumberHeader, String(passage.place.changeNumber))
      return response
    })
  const { receive } = handler
  if (!receive && endpoint.answer !== 'raw' && !endpoint.waits) return answered()
  // A file is streamed in or out, or news are waited for: no connection waits for that.
  const { people, checked, repetition } = await admitted(async (people, checked) => {
    const repetition = receive ? await repetitionOf(context, endpoint, passage) : null
    await passage.finish()
    return { people, checked, repetition }
  })
  if (!receive) return run(context, handler, services, checked, people)
  const asked = inputOf(context, services, checked, people) as never
  if (repetition) return repetition(await digestOf(context, handler.largest?.(asked) ?? maxBodyOf(endpoint)))
  const file = await receive(asked)
  return settled(file, services, (onceWritten) => answered(file, onceWritten))
}

/** Tells a file that was received whether the call it came with happened: a refused or repeated one leaves none behind. */
async function settled(
  file: Received<unknown>,
  { log }: Services,
  work: (onceWritten: () => void) => Promise<Response>,
): Promise<Response> {
  let happened = false
  try {
    return await work(() => {
      happened = true
    })
  } finally {
    // What happened is not taken back because nothing could be tidied up.
    await file
      .settle?.(happened)
      .catch((error: unknown) => log.warn('A received file was not tidied up', { why: String(error) }))
  }
}

function modeOf(context: Request, { endpoint, options: { mode } }: Handler): Mode {
  if (typeof mode === 'function') return mode(context.req.param())
  return mode ?? (endpoint.method === 'GET' ? 'read' : 'write')
}

interface People {
  user?: User
  caller?: Caller
}

async function admit(
  context: Request,
  asker: Asker,
  passage: Passage,
  endpoint: Endpoint,
  services: Services,
  mode: Mode,
): Promise<People> {
  const { place } = passage
  const person = personOf(asker, place)
  const user: User = { ...person }
  rememberPassage(user, passage)
  if (endpoint.access !== 'tenant' || !place) return { user }
  const timeZone = requestedTimeZone(context)
  const agent = requestedAgent(context)
  const own: Caller = {
    ...person,
    tenantId: place.tenantId,
    tenantName: place.tenantName,
    role: place.role,
    ...(timeZone !== null && { timeZone }),
    language: requestedLanguage(context.req.header('accept-language')),
    ...(agent !== null && { agent }),
    ...(place.token && { token: place.token }),
  }
  rememberPassage(own, passage)
  if (asker.tokenHash) noteTokenUse(services.database.requests, services.log, asker.tokenHash)
  if (own.token && endpoint.person) throw needsPerson()
  const token = context.req.header(previewHeader)
  if (token === undefined) return { user: own, caller: own }
  if (own.token) throw needsPerson()
  // A GET may write what only the server looks at: a compiled form, say.
  const reads = mode === 'read' || endpoint.method === 'GET'
  const caller = await inTenant(own, (tx) => enterPreview(tx, services, own, token, reads))
  rememberPassage(caller, passage)
  return { user: caller, caller }
}

const inputOf = (
  context: Request,
  services: Services,
  { bytes: _bytes, ...checked }: Input,
  { user, caller }: People,
): object => {
  const address = clientAddress(context, services.settings.trustedProxies)
  return { ...checked, user, caller, services, requestId: context.get('requestId'), address, context }
}

async function run(
  context: Request,
  { endpoint, run: work }: Handler,
  services: Services,
  input: Input,
  people: People,
): Promise<Response> {
  const result: unknown = await work(inputOf(context, services, input, people) as never)
  if (result instanceof Response) return result
  const status = endpoint.status ?? (endpoint.answer === undefined ? 204 : 200)
  if (status === 204) return new Response(null, { status })
  return new Response(JSON.stringify(result), { status, headers: { 'Content-Type': 'application/json' } })
}

/** Reads the request; the returned function validates, so that its refusals can wait until it is known who asks. */
async function readInput(context: Request, endpoint: Endpoint): Promise<() => Promise<Input>> {
  const url = new URL(context.req.url)
  const read =
    endpoint.takes === 'bytes' || endpoint.method === 'GET' ? null : await readBodyOrError(context, endpoint)
  return async () => {
    if (read?.error !== undefined) throw read.error
    const params = endpoint.params ? paramsOf(context.req.param(), endpoint.params) : {}
    const search = searchOf(url, endpoint)
    const body = bodyOf(read?.value, endpoint)
    return { params, search, body, bytes: read?.bytes ?? Buffer.alloc(0) }
  }
}

const maxBodyOf = ({ maxBody }: Endpoint): number => maxBody ?? defaultMaxBody

async function readBodyOrError(
  context: Request,
  endpoint: Endpoint,
): Promise<{ value?: unknown; bytes?: Buffer; error?: unknown }> {
  try {
    return await readJson(context, maxBodyOf(endpoint))
  } catch (error) {
    return { error }
  }
}

function paramsOf(given: Record<string, string>, schema: z.ZodType): unknown {
  // PostgreSQL stores no NUL: nothing is named by one.
  if (Object.values(given).some((value) => value.includes('\0'))) throw new AppError('not_found')
  return checked(schema, given, '', () => new AppError('not_found'))
}

function searchOf(url: URL, endpoint: Endpoint): unknown {
  const given: Record<string, string> = {}
  for (const [name, value] of url.searchParams) {
    if (Object.hasOwn(given, name))
      throw invalid([{ path: name, code: 'duplicate_key', message: 'This parameter is there twice.' }])
    if (value.includes('\0'))
      throw invalid([{ path: name, code: 'nul', message: 'Text cannot hold the character NUL.' }])
    given[name] = value
  }
  if (endpoint.search) return checked(endpoint.search, given)
  const [unknown] = Object.keys(given)
  if (unknown !== undefined)
    throw invalid([{ path: unknown, code: 'unknown_key', message: 'This parameter is not known here.' }])
  return {}
}

function bodyOf(value: unknown, endpoint: Endpoint): unknown {
  if (endpoint.body) return checked(endpoint.body, value)
  const empty =
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  if (empty || endpoint.takes === 'bytes') return undefined
  const [key] = typeof value === 'object' && value !== null ? Object.keys(value) : []
  throw invalid([{ path: key ?? '', code: 'unknown_key', message: 'This call takes no body.' }])
}

function checked(schema: z.ZodType, value: unknown, prefix = '', refuse?: () => AppError): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refuse?.() ?? invalidInput(result.error, prefix)
}
