// What every generated client holds, whatever the workspace: `formwork types` writes this file's text before the models.

import type { DateTimeText, Decimal, Id } from './values.ts'

/** Checks that a text is a decimal number. Throws TypeError. */
export function decimal(text: string): Decimal {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new TypeError(`Not a decimal number: ${text}`)
  return text as Decimal
}

/** What the compiler knows of one model. */
export interface ModelShape {
  row: object
  write: object
  filter: Record<string, { value: unknown; ops: string }>
  sort: string
  relations: Record<string, { to: string; many: boolean }>
}
type ModelMap<Models> = Record<keyof Models, ModelShape>
type Key<Models> = keyof Models & string
type Text<T> = T & string

type ValueOf<Op, Value> = Op extends 'in' | 'nin'
  ? { value: readonly Value[] }
  : Op extends 'between'
    ? { value: readonly [Value, Value] }
    : Op extends 'empty'
      ? { value?: boolean }
      : { value: Value }
type FieldCondition<Filter extends ModelShape['filter']> = {
  [F in Text<keyof Filter>]: {
    [Op in Filter[F]['ops']]: { field: F; op: Op } & ValueOf<Op, Filter[F]['value']>
  }[Filter[F]['ops']]
}[Text<keyof Filter>]
/** A condition across a to-one relation: `supplier.name`. */
interface PathCondition<Relations> {
  field: `${Text<keyof Relations>}.${string}`
  op: string
  value?: unknown
}
export type Where<Model extends ModelShape> =
  | { and: readonly Where<Model>[] }
  | { or: readonly Where<Model>[] }
  | { not: Where<Model> }
  | FieldCondition<Model['filter']>
  | PathCondition<Model['relations']>

export interface ListQuery<Model extends ModelShape, Field extends string, Expand extends string> {
  where?: Where<Model>
  sort?: readonly {
    field: Model['sort'] | `${Text<keyof Model['relations']>}.${string}`
    dir?: 'asc' | 'desc'
  }[]
  /** These fields only; all otherwise. */
  fields?: readonly Field[]
  /** Relations of which the whole record is wanted instead of its id. */
  expand?: readonly Expand[]
  search?: string
  /** Rows a page, at most 500. */
  size?: number
  /** `page.after` of the page before. */
  after?: string
  total?: 'none' | 'estimate' | 'exact'
}

type Other<
  Models extends ModelMap<Models>,
  Relation extends { to: string; many: boolean },
> = Relation['to'] extends keyof Models
  ? Relation['many'] extends true
    ? Models[Relation['to']]['row'][]
    : Models[Relation['to']]['row'] | null
  : unknown
type Expanded<Models extends ModelMap<Models>, Model extends ModelShape, Row, Expand extends string> = Omit<
  Row,
  Expand
> & { [E in Expand & keyof Model['relations']]: Other<Models, Model['relations'][E]> }
type Answered<
  Models extends ModelMap<Models>,
  Model extends ModelShape,
  Field extends string,
  Expand extends string,
> = Expanded<Models, Model, Pick<Model['row'], (Field | 'id') & keyof Model['row']>, Expand>

export interface Page<Row> {
  rows: Row[]
  page: { size: number; after: string | null }
  total?: number
}

export interface Change {
  number: number
  model: string
  id: Id | null
  kind: 'created' | 'updated' | 'deleted' | 'restored' | 'purged' | 'gone' | 'released'
  at: DateTimeText
  by: Id | null
  fields: string[] | null
}

/** A refusal, as the API says it: `code` is `not_found`, `invalid`, `edit_conflict` … */
export class FormworkError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly requestId: string | null

  constructor(status: number, code: string, message: string, details: unknown, requestId: string | null) {
    super(message)
    this.name = 'FormworkError'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
  }
}

export interface ClientOptions {
  /** Where the server is: `https://app.example.com` */
  url: string
  /** An API token: `fw_…` */
  token: string
  fetch?: typeof fetch
}

interface Refusal {
  error?: { code?: string; message?: string; details?: unknown; requestId?: string }
}

/** The API of one workspace. Every call rejects with `FormworkError` when it is refused. */
export class FormworkClient<Models extends ModelMap<Models>> {
  private readonly options: ClientOptions

  constructor(options: ClientOptions) {
    this.options = options
  }

  /** One page of records. */
  async list<
    M extends Key<Models>,
    const Field extends Text<keyof Models[M]['row']> = Text<keyof Models[M]['row']>,
    const Expand extends Text<keyof Models[M]['relations']> = never,
  >(
    model: M,
    query: ListQuery<Models[M], Field, Expand> = {},
  ): Promise<Page<Answered<Models, Models[M], Field, Expand>>> {
    const { expand, size, after, fields, ...rest } = query
    const question = {
      ...rest,
      model,
      ...(fields && { fields: [...new Set<string>(['id', ...fields])] }),
      ...(expand && { expand: Object.fromEntries(expand.map((key) => [key, {}])) }),
      page: { ...(size === undefined ? {} : { size }), ...(after === undefined ? {} : { after }) },
    }
    const { results } = await this.send<{ results: [Page<never> & Refusal] }>('POST', '/api/query', {
      queries: [question],
    })
    const [result] = results
    if (result.error) throw refusal(400, result)
    return result
  }

  /** Every record that meets the question, page after page. */
  async *all<
    M extends Key<Models>,
    const Field extends Text<keyof Models[M]['row']> = Text<keyof Models[M]['row']>,
    const Expand extends Text<keyof Models[M]['relations']> = never,
  >(
    model: M,
    query: Omit<ListQuery<Models[M], Field, Expand>, 'after' | 'total'> = {},
  ): AsyncGenerator<Answered<Models, Models[M], Field, Expand>> {
    for (let more: { after?: string } = {}; ;) {
      const { rows, page } = await this.list<M, Field, Expand>(model, { ...query, ...more })
      yield* rows
      if (page.after === null) return
      more = { after: page.after }
    }
  }

  get<M extends Key<Models>>(model: M, id: Id): Promise<Models[M]['row']> {
    return this.send('GET', `/api/records/${model}/${encodeURIComponent(id)}`)
  }

  /** `key`: repeating the call with the same one creates nothing more. */
  create<M extends Key<Models>>(
    model: M,
    values: Models[M]['write'],
    key?: string,
  ): Promise<Models[M]['row']> {
    return this.send('POST', `/api/records/${model}`, values, key)
  }

  /** `base` holds the values you saw: what somebody else changed meanwhile is kept, or refused with `edit_conflict`. */
  update<M extends Key<Models>>(
    model: M,
    id: Id,
    values: Partial<Models[M]['write']>,
    base?: Partial<Models[M]['write']>,
  ): Promise<Models[M]['row']> {
    const body = base === undefined ? values : { ...values, base }
    return this.send('PATCH', `/api/records/${model}/${encodeURIComponent(id)}`, body)
  }

  delete<M extends Key<Models>>(model: M, id: Id): Promise<void> {
    return this.send('DELETE', `/api/records/${model}/${encodeURIComponent(id)}`)
  }

  /** What changed after number `since`; without it, only the number of now. Waits up to `wait` seconds for news. */
  changes(
    since?: number,
    wait = 0,
    signal?: AbortSignal,
  ): Promise<{ rows: Change[]; upto: number; more: boolean }> {
    const search = since === undefined ? '' : `?since=${since}&wait=${wait}`
    return this.send('GET', `/api/changes${search}`, undefined, undefined, signal)
  }

  /** Every change from now on, or after `since`, as it happens. Ends when `signal` is aborted. */
  async *follow(
    options: { since?: number | undefined; signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<Change, void> {
    let since = options.since ?? (await this.changes(undefined, 0, options.signal)).upto
    while (!options.signal?.aborted) {
      try {
        const found = await this.changes(since, 20, options.signal)
        yield* found.rows
        since = found.upto
      } catch (error) {
        if (options.signal?.aborted) return
        throw error
      }
    }
  }

  private async send<T>(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
    signal?: AbortSignal,
  ): Promise<T> {
    const { url, token, fetch: send = fetch } = this.options
    const answer = await send(url.replace(/\/+$/, '') + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const text = await answer.text()
    const value: unknown = text === '' ? undefined : JSON.parse(text)
    if (!answer.ok) throw refusal(answer.status, value as Refusal)
    return value as T
  }
}

function refusal(status: number, { error = {} }: Refusal): FormworkError {
  const { code = 'unknown', message = `The server answered ${status}.`, details, requestId } = error
  return new FormworkError(status, code, message, details, requestId ?? null)
}
