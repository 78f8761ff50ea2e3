import type { Context } from 'hono'
import type { AuthContext } from '../auth-context.ts'
import { shapeUser } from '../shape-user.ts'
import { signedInUser } from '../signed-in-user.ts'

/** `GET /user`: the caller. */
export async function readUser(context: AuthContext, c: Context): Promise<Response> {
  const { user } = await signedInUser(context, c)
  return c.json(await shapeUser(context.pool, user))
}
