import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import type { Passage } from '../access/passage.ts'
import type { ServerEnv } from './context.ts'
import { storableText } from './shown-once.ts'

interface Answered {
  request_hash: Buffer | null
  status: number | null
  answer: string | null
}

interface Claimed extends Answered {
  state: 'new' | 'busy' | 'known'
}

const answered = `select request_hash, status, answer from app.idempotency_keys
  where tenant_id = app.current_tenant() and user_id = app.current_user_id() and route = $1 and key = $2
    and created_at > now() - interval '24 hours'`

/**
 * A write that carries an Idempotency-Key. Its answer is stored in the write's own transaction, so it happened exactly
 * when the answer is known; scope is workspace, person, method and path. Refused writes are not stored: nothing happened.
 */
export class RepeatedWrite {
  /** The answer of the first time, when this is a repetition. */
  readonly answer: Response | null
  private readonly store: (status: number, answer: string) => string

  private constructor(answer: Response | null, store: (status: number, answer: string) => string) {
    this.answer = answer
    this.store = store
  }

  /**
   * Null when the call carries no key. Throws 425 `in_progress` while the same call runs, 422 `idempotency_mismatch`
   * when the key was used with another body. `body`: its bytes, or the SHA-256 of those of a file.
   */
  static async of(
    context: Context<ServerEnv>,
    endpoint: Endpoint,
    passage: Passage,
    body: Buffer,
  ): Promise<RepeatedWrite | null> {
    const named = await namedBy(context, endpoint, passage)
    if (!named) return null
    const { transaction, route, key } = named
    const { rows } = await transaction.query<Claimed>('select * from app.claim_key($1, $2)', [route, key])
    const claimed = must(rows[0], 'app.claim_key answers one row')
    if (claimed.state === 'busy') throw new AppError('in_progress')
    const hash = hashOf(context, body)
    if (claimed.state === 'known') return new RepeatedWrite(replay(claimed, hash), () => '')
    const literal = (text: string) => transaction.client.escapeLiteral(text)
    return new RepeatedWrite(
      null,
      (status, answer) =>
        `insert into app.idempotency_keys (tenant_id, user_id, route, key, request_hash, status, answer)
         values (app.current_tenant(), app.current_user_id(), ${literal(route)}, ${literal(key)},
           decode('${hash.toString('hex')}', 'hex'), ${status}, ${answer === '' ? 'null' : literal(answer)})`,
    )
  }

  /** The statement that stores an answer, to be run just before the commit. */
  async keep(response: Response): Promise<string> {
    return this.store(response.status, await storableText(response))
  }
}

/**
 * Whether a call that takes a file is a repetition, as far as its key tells before the file is received: then what answers
 * it once the SHA-256 of the file is known, else null. Throws 422 as `RepeatedWrite.of`.
 */
export async function repetitionOf(
  context: Context<ServerEnv>,
  endpoint: Endpoint,
  passage: Passage,
): Promise<((digest: Buffer) => Response) | null> {
  const named = await namedBy(context, endpoint, passage)
  if (!named) return null
  // Only looked up: whoever took the key now would stand in the way of one that has its file already.
  const { rows } = await named.transaction.query<Answered>(answered, [named.route, named.key])
  const [first] = rows
  return first ? (digest) => replay(first, hashOf(context, digest)) : null
}

async function namedBy(context: Context<ServerEnv>, { method }: Endpoint, passage: Passage) {
  const key = context.req.header('idempotency-key')
  if (key === undefined || method === 'GET') return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid([
      { path: 'Idempotency-Key', code: 'key', message: 'Use 1 to 255 visible ASCII characters.' },
    ])
  const transaction = must(await passage.held(), 'a write holds its transaction')
  return { transaction, key, route: `${method} ${new URL(context.req.url).pathname}` }
}

const hashOf = (context: Context<ServerEnv>, body: Buffer): Buffer =>
  createHash('sha256').update(new URL(context.req.url).search).update('\n').update(body).digest()

function replay({ status, answer, request_hash }: Answered, hash: Buffer): Response {
  if (!request_hash?.equals(hash)) throw new AppError('idempotency_mismatch')
  const headers: Record<string, string> = { 'Idempotency-Replayed': 'true' }
  if (answer !== null) headers['Content-Type'] = 'application/json'
  return new Response(answer, { status: status ?? 200, headers })
}
