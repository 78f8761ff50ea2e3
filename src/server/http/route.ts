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

/** An endpoint with what answers it. */
export interface Handler {
  endpoint: Endpoint
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
