import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint, EndpointAccess, HttpMethod } from '#contracts/api/endpoint.ts'
import type { Caller, Mode, User } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'
import type { ServerEnv } from './context.ts'

interface PersonOf {
  public: { caller: undefined; user: undefined }
  user: { caller: undefined; user: User }
  tenant: { caller: Caller; user: User }
}

/** What a handler gets: the validated parts of the request and who asks. */
export type HandlerInput<E> =
  E extends Endpoint<string, infer Params, infer Search, infer Body, z.ZodType, HttpMethod, infer Access>
    ? PersonOf[Access] & {
        params: z.output<Params>
        search: z.output<Search>
        body: z.output<Body>
        services: Services
        requestId: string
        /** Of the connection, or of the client in front of our own proxies. */
        address: string
        /** For headers, and for bodies and answers that are not JSON. */
        context: Context<ServerEnv>
      }
    : never

type HandlerAnswer<E> =
  E extends Endpoint<string, z.ZodType, z.ZodType, z.ZodType, infer Answer, HttpMethod, EndpointAccess>
    ? z.input<Answer> extends undefined
      ? undefined | void | Response
      : z.input<Answer> | Response
    : never

export interface HandlerOptions {
  /** How the call's transaction begins, or how that follows from its path; GET reads, everything else writes unless told. */
  mode?: Mode | ((params: Readonly<Record<string, string>>) => Mode)
}

/** A file that came as the body of a call. */
export interface Received<Given> {
  given: Given
  /** SHA-256 of the bytes as they were sent, which says whether a repeated call sends the same. */
  digest: Buffer
  /** Told once whether the call happened; it did not when it was refused, or had happened before. */
  settle?(happened: boolean): Promise<void>
}

/** An endpoint with what answers it. */
export interface Handler {
  endpoint: Endpoint
  /** Of a call that takes a file: takes it in, before `run` and without a transaction of the call. */
  receive?(input: never): Promise<Received<unknown>>
  /** Most bytes of its file where that depends on which it is; `maxBody` of the endpoint otherwise. */
  largest?(input: never): number
  run(input: never): Promise<unknown>
  options: HandlerOptions
}

/**
 * Joins an endpoint to its answer, typed by the endpoint. The mounting validates params, search and body, checks the
 * sign-in and the workspace, opens one transaction that every `inTenant` of the handler shares, sends what the handler
 * returns with the endpoint's status, and commits. A thrown `AppError` becomes the refusal and takes everything back.
 */
export const handle = <E extends Endpoint>(
  endpoint: E,
  run: (input: HandlerInput<E>) => Promise<HandlerAnswer<E>>,
  options: HandlerOptions = {},
): Handler => ({ endpoint, run, options })

/**
 * The same for a call that takes a file. `receive` asks whether this person may send it, then takes it in while no
 * transaction is open; `run` gets what it made of it as `given`, in the call's one transaction. Nothing that counts may be
 * written before that: a call repeated with its Idempotency-Key is received again and ends there.
 */
export const handleBytes = <E extends Endpoint, Given>(
  endpoint: E,
  receive: (input: HandlerInput<E>) => Promise<Received<Given>>,
  run: (input: HandlerInput<E> & { given: Given }) => Promise<HandlerAnswer<E>>,
  { largest, ...options }: HandlerOptions & { largest?: (input: HandlerInput<E>) => number } = {},
): Handler => ({ endpoint, receive, run, options, ...(largest && { largest }) })
