import { isJsonObject } from '#base/json.ts'
import { openHostedService } from '../data/hosted-service.ts'

/** What people set for themselves, kept with their account: it follows them to every device. Null: as the device has it. */
export interface Preferences {
  display_name: string | null
  avatar_url: string | null
  language: string | null
  theme: string | null
  /** ISO 3166, like `CH`: how numbers and dates are written. */
  region: string | null
  /** IANA, like `Europe/Zurich`. */
  time_zone: string | null
  /** How often a mail gathers what is unread among the notifications; null: never. */
  digest: 'daily' | 'weekly' | null
  /** Kinds of mails that are not wanted are false. */
  mails: Readonly<Record<string, boolean>>
}

/** What is kept with the account of whoever is signed in. Throws the service's error, as the other here. */
export async function readPreferences(): Promise<Preferences> {
  const { auth } = await openHostedService()
  const { data, error } = await auth.getUser()
  if (error) throw error
  const kept: Record<string, unknown> = data.user.user_metadata
  const text = (name: string): string | null => (typeof kept[name] === 'string' ? kept[name] : null)
  const mails = isJsonObject(kept['mails']) ? Object.entries(kept['mails']) : []
  const digest = text('digest')
  return {
    display_name: text('display_name') ?? text('full_name') ?? text('name'),
    avatar_url: text('avatar_url'),
    language: text('language'),
    theme: text('theme'),
    region: text('region'),
    time_zone: text('time_zone'),
    digest: digest === 'daily' || digest === 'weekly' ? digest : null,
    mails: Object.fromEntries(mails.map(([kind, wanted]) => [kind, wanted !== false])),
  }
}

/** Keeps some of it. The session says so at once, here and in other tabs. */
export async function savePreferences(changes: Partial<Preferences>): Promise<void> {
  const { auth } = await openHostedService()
  const { error } = await auth.updateUser({ data: changes })
  if (error) throw error
}
