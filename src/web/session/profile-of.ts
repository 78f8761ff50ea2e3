import type { AuthUser } from './session-state.ts'

/** What the account says of a person, as the profile takes it; a picture only where it is an http address. */
export function profileOf({ id, email, user_metadata: profile = {} }: AuthUser) {
  const text = (key: string, start = ''): string | null => {
    const value = profile[key]
    return typeof value === 'string' && value.startsWith(start) ? value : null
  }
  return { user_id: id, email, display_name: text('display_name'), avatar_url: text('avatar_url', 'http') }
}
