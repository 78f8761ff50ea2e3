import type { allEndpoints } from '#contracts/api/all-endpoints.ts'

// Types only: the contracts' validators stay on the server, so that none of them weighs on the first load.
type AnyEndpoint = (typeof allEndpoints)[keyof typeof allEndpoints]
type Calls = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }

/** Every call of the API as method and path: `'GET /api/models/{key}/form'`. */
export type CallName = keyof Calls & string

type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never
type OutputOf<Schema> = Schema extends { _zod: { output: infer Output } } ? Output : never
type PartOf<E, Part extends 'params' | 'search' | 'body'> = Part extends keyof E
  ? NonNullable<E[Part]>
  : never
type IsNothing<T> = [T] extends [undefined] ? true : [T] extends [Record<string, never>] ? true : false
type Input<E, Part extends 'params' | 'search' | 'body', Optional extends boolean> =
  IsNothing<OutputOf<PartOf<E, Part>>> extends true
    ? unknown
    : Optional extends true
      ? { [K in Part]?: InputOf<PartOf<E, Part>> }
      : { [K in Part]: InputOf<PartOf<E, Part>> }

export interface CallOptions {
  signal?: AbortSignal
  /** The bytes of a file, for calls that take one. */
  bytes?: Blob
  /** Repeats of the same write carry the same key; a new one is made unless told. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

/** What a call takes: `params` for its path, `search` for its query string, `body`. */
type CallInput<Name extends CallName> = Input<Calls[Name], 'params', false> &
  Input<Calls[Name], 'search', true> &
  Input<Calls[Name], 'body', false> &
  CallOptions

/** What a call answers. */
export type CallAnswer<Name extends CallName> = OutputOf<Exclude<NonNullable<Calls[Name]['answer']>, 'raw'>>

/** The input may be left out where nothing in it is required. */
export type CallArguments<Name extends CallName> =
  Record<never, never> extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>]
