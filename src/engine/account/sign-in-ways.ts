import { isJsonObject } from '#base/json.ts'
import { apiBase, readMeta } from '../data/api-base.ts'

/** An account elsewhere that one can sign in with. */
export interface ProviderWay {
  id: string
  name: string
}

/** Which ways to sign in are open, as the service says. */
export interface SignInWays {
  phone: boolean
  providers: ProviderWay[]
}

const names: Record<string, string> = {
  google: 'Google',
  azure: 'Microsoft',
  github: 'GitHub',
  apple: 'Apple',
}

let asked: Promise<SignInWays> | null = null

/** Asks once a page. Rejects when the service does not answer; the next call asks again. */
export function readSignInWays(): Promise<SignInWays> {
  asked ??= ask().catch((error: unknown) => {
    asked = null
    throw error
  })
  return asked
}

async function ask(): Promise<SignInWays> {
  const { supabase } = await readMeta(apiBase())
  const answer = await fetch(`${supabase.url}/auth/v1/settings`, { headers: { apikey: supabase.anonKey } })
  if (!answer.ok) throw new Error(`The sign-in service answered ${answer.status}.`)
  const body: unknown = await answer.json()
  const settings = isJsonObject(body) ? body : {}
  const external = isJsonObject(settings['external']) ? settings['external'] : {}
  // Ours tells the names too; the hosted service only which are on.
  const told = Array.isArray(settings['providers']) ? settings['providers'].filter(isJsonObject) : []
  const providers = told.map(({ id, name }) => ({ id: String(id), name: String(name) }))
  return {
    phone: external['phone'] === true,
    providers:
      providers.length > 0
        ? providers
        : Object.entries(names).flatMap(([id, name]) => (external[id] === true ? [{ id, name }] : [])),
  }
}
