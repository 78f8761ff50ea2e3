import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/** `public`: nobody signed in · `user`: a signed-in person, no workspace needed · `tenant`: inside a workspace they belong to. */
export type EndpointAccess = 'public' | 'user' | 'tenant'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call as a value: the server mounts it, the client types itself from it, OpenAPI is generated from it. */
export interface Endpoint<
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Search extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Method extends HttpMethod = HttpMethod,
  Access extends EndpointAccess = EndpointAccess,
> {
  method: Method
  /** With `{name}` parameters: `/api/models/{id}`. */
  path: Path
  summary: string
  access: Access
  params?: Params
  search?: Search
  body?: Body
  /** `raw`: the handler streams its own answer (exports, files). */
  answer?: Answer | 'raw'
  status?: 200 | 201 | 202 | 204
  errors?: readonly ErrorCode[]
  /** `bytes`: the body is a file of any content type, not JSON; `body` is absent and the handler reads the request itself. */
  takes?: 'bytes'
  /** The handler may wait for something to happen: no connection to the database is held meanwhile. */
  waits?: true
  /** Only somebody who is signed in may call it, no API token: it hands out access. */
  person?: true
  /** Part of signing in: may be called before the second step, by who has a second factor. Only for calls outside a workspace. */
  beforeSecondFactor?: true
  /** Largest body in bytes; 5 MB unless told. */
  maxBody?: number
}

/** Declares an endpoint, keeping its types. */
export const defineEndpoint = <
  const Path extends string,
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Search extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Answer extends z.ZodType = z.ZodType<undefined>,
  const Method extends HttpMethod = HttpMethod,
  const Access extends EndpointAccess = EndpointAccess,
>(
  endpoint: Endpoint<Path, Params, Search, Body, Answer, Method, Access>,
): Endpoint<Path, Params, Search, Body, Answer, Method, Access> => endpoint
