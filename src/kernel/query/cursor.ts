import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '#base/json.ts'
import { AppError } from '#base/app-error.ts'
import type { Query } from '#contracts/query.ts'
import type { CursorScope } from './resolved-query.ts'

/** Binds page marks to a workspace, a person and a question (its page and total left out), and to the language it is
 * in order in. `key` is the server's secret. */
export function cursorScope(
  key: string,
  tenantId: string,
  userId: string,
  query: Query,
  language: string | null = null,
): CursorScope {
  let scope: string | null = null
  return {
    key,
    // Most questions have one page: it is worked out when a mark is read or written.
    get scope() {
      const { page: _page, total: _total, ...question } = query
      scope ??= createHash('sha256')
        .update(canonicalJson([tenantId, userId, question, ...(language === null ? [] : [language])]))
        .digest('base64url')
      return scope
    },
  }
}

/** The page mark after a row, from its sort values. Signed, not secret: it holds only what the reader was sent or sorts by. */
export function writeCursor(scope: CursorScope, values: readonly (string | null)[]): string {
  const body = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${body}.${signature(scope, body).toString('base64url')}`
}

/** The sort values of a page mark. Refuses (400 `bad_request`) one that was changed or belongs to another question or person. */
export function readCursor(
  scope: CursorScope,
  cursor: string,
  length: number,
  path: string,
): (string | null)[] {
  // Made where it is thrown: an error that nobody gets costs more than the rest.
  const refusal = (): AppError =>
    new AppError('bad_request', 'This page mark belongs to another question or was changed.', {
      details: [{ path, code: 'cursor', message: 'Start again at the first page.' }],
    })
  const [body = '', sent = ''] = cursor.split('.')
  const given = Buffer.from(sent, 'base64url')
  const right = signature(scope, body)
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw refusal()
  const values = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as (string | null)[]
  // The same question can sort by more or fewer values after a release changed a model.
  if (values.length !== length) throw refusal()
  return values
}

const signature = (scope: CursorScope, body: string): Buffer =>
  createHmac('sha256', scope.key).update(`formwork-cursor\n${scope.scope}\n${body}`).digest()
