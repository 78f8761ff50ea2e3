import { newId } from '#base/ids.ts'
import { z } from 'zod'
import { Passage, rememberPassage } from '../access/passage.ts'
import type { Caller, User } from '../database/in-tenant.ts'
import type { Services } from '../services.ts'

/** What installing needs from the embedded authentication. */
export interface DemoDoors {
  /** Makes a person who can sign in, or gives one who is there this password. */
  putPerson(person: { email: string; password: string; name: string }): Promise<string>
  /** Sends a request to `/auth/v1/*`, inside this process. */
  authenticate(path: string, init: RequestInit): Promise<Response>
}

/** A person of the demo, signed in like anybody else. */
export interface SignedIn {
  /** Outside any workspace. */
  user: User
  /** Inside a workspace they belong to; what they may do there is asked of the database. */
  enter(place: { id: string; name: string }, role: string): Caller
  /** Ends the session. */
  leave(): Promise<void>
}

const answerSchema = z.object({ access_token: z.string() })

/** Signs a person in with their password. Throws when the service refuses. */
export async function signIn(
  services: Services,
  doors: DemoDoors,
  { email, password }: { email: string; password: string },
): Promise<SignedIn> {
  const { anonKey } = services.hostedService()
  const headers = { apikey: anonKey, 'Content-Type': 'application/json' }
  const answer = await doors.authenticate('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
  const { access_token: token } = answerSchema.parse(await answer.json())
  const { userId, sessionId, name, aal, provenAt } = await services.verifyToken(token)
  const person: User = { userId, sessionId, email, name, proof: { aal, provenAt } }
  const through = <P extends User>(who: P, tenantId?: string): P => {
    const claim = { userId, sessionId, tenantId, subdomain: null }
    rememberPassage(who, new Passage(services.database.requests, claim, `demo-${newId()}`))
    return who
  }
  return {
    user: through({ ...person }),
    enter: (place, role) =>
      through({ ...person, tenantId: place.id, tenantName: place.name, role }, place.id),
    async leave() {
      await doors.authenticate('/auth/v1/logout?scope=local', {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${token}` },
      })
    },
  }
}
