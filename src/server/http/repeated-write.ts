import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import type { Passage } from '../access/passage.ts'
import type { ServerEnv } from './context.ts'
import { storableText } from './shown-once.ts'

interface Claimed {
  state: 'new' | 'busy' | 'known'
  request_hash: Buffer | null
  status: number | null
  answer: string | null
}

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
   * when the key was used with another body.
   */
  static async of(
    context: Context<ServerEnv>,
    endpoint: Endpoint,
    passage: Passage,
    bytes: Buffer,
  ): Promise<RepeatedWrite | null> {
    const key = context.req.header('idempotency-key')
    if (key === undefined || endpoint.method === 'GET') return null
    if (!/^[\x21-\x7e]{1,255}$/.test(key))
      throw invalid([
        { path: 'Idempotency-Key', code: 'key', message: 'Use 1 to 255 visible ASCII characters.' },
      ])
    const transaction = must(await passage.held(), 'a write holds its transaction')
    const url = new URL(context.req.url)
    const route = `${endpoint.method} ${url.pathname}`
    const hash = createHash('sha256').update(url.search).update('\n').update(bytes).digest()
    const { rows } = await transaction.query<Claimed>('select * from app.claim_key($1, $2)', [route, key])
    const claimed = must(rows[0], 'app.claim_key answers one row')
    if (claimed.state === 'busy') throw new AppError('in_progress')
    if (claimed.state === 'known') {
      if (!claimed.request_hash?.equals(hash)) throw new AppError('idempotency_mismatch')
      return new RepeatedWrite(replay(claimed), () => '')
    }
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

function replay({ status, answer }: Claimed): Response {
  const headers: Record<string, string> = { 'Idempotency-Replayed': 'true' }
  if (answer !== null) headers['Content-Type'] = 'application/json'
  return new Response(answer, { status: status ?? 200, headers })
}
